import { type RequestDetail } from '@signet/contract/requests'
import { CaseCard, Fact, Facts, Moment } from '../../parts/cases/case-layout.tsx'
import { FileList } from '../../parts/cases/file-list.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from '../../words/words.ts'
import { sourceName } from '../../words/named/threats.ts'

export function Side({ request }: { request: RequestDetail }) {
  const { files, source, assignee } = request
  return (
    <>
      <CaseCard title={t('Request')}>
        <Facts>
          {source ? <Fact label={t('Source')}>{sourceName(source)}</Fact> : null}
          <Fact label={t('Sent')}>
            <Moment at={request.createdAt} />
          </Fact>
          <Fact label={t('Sent by')}>{request.createdBy}</Fact>
          <Fact label={t('In the hands of')}>{assignee?.name ?? t('Nobody yet')}</Fact>
          <Fact label={t('Last change')}>
            <TimeAgo at={request.updatedAt} />
          </Fact>
        </Facts>
      </CaseCard>
      <CaseCard title={t('Files')}>
        {files.length > 0 ? (
          <FileList label={t('Files of the request')} files={files} />
        ) : (
          <Text as="p" tone="quiet">
            {t('None was sent with it.')}
          </Text>
        )}
      </CaseCard>
    </>
  )
}
