import { type RequestDetail } from '@signet/contract/requests/requests'
import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { CaseCard, Moment } from '../../parts/cases/case-layout.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { FileList } from '../../parts/cases/file-list.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { DueFact } from '../../parts/cases/due-fact.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { sourceName } from '../../words/named/threats.ts'

const AssigneeField = lazy(() =>
  import('../../parts/assignees/assignee-field.tsx').then(({ AssigneeField: field }) => ({ default: field })),
)

/** The facts and files of a request. `onAssign` gives it to a colleague and `onDue` changes its due date, for those who may. */
export function Side({
  request,
  onAssign,
  onDue,
}: {
  request: RequestDetail
  onAssign: ((userId: string | null) => Promise<void>) | undefined
  onDue: ((changed: { dueOn: string; reason: string }) => Promise<void>) | undefined
}) {
  const { files, source, assignedTo } = request
  return (
    <>
      <CaseCard title={t('request')}>
        <Facts>
          {source ? <Fact label={t('source')}>{sourceName(source)}</Fact> : null}
          <Fact label={t('sent')}>
            <Moment at={request.createdAt} />
          </Fact>
          <Fact label={t('sentBy')}>{request.createdBy}</Fact>
          <DueFact title={request.subject} due={request.due} reasonHint={t('dueReasonHint')} onChange={onDue} />
          <Fact label={t('assignedTo')}>
            <Suspense fallback={null}>
              <AssigneeField kind="request" assignedTo={assignedTo} onAssign={onAssign} />
            </Suspense>
          </Fact>
          <Fact label={t('lastUpdated')}>
            <TimeAgo at={request.updatedAt} />
          </Fact>
        </Facts>
      </CaseCard>
      <CaseCard title={t('files')}>
        {files.length > 0 ? (
          <FileList label={t('requestFiles')} files={files} />
        ) : (
          <Text as="p" tone="quiet">
            {t('noFiles')}
          </Text>
        )}
      </CaseCard>
    </>
  )
}
