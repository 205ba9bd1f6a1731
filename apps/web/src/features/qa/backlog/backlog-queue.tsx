import type { QueueOrder } from '@signet/contract/review/queue-orders'
import type { QueuedAnywhere } from '@signet/contract/review/review-backlog'
import type { Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { PromisedTimeText } from '../../../parts/promised-times/promised-time-mark.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { StateBlock } from '../../../ui/feedback/data-state.tsx'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { kindWords } from '../qa-kind.ts'
import { queuedPath } from './queued-path.ts'
import { beginWalk } from './walk.ts'
import { t } from './words.ts'

/** The records of the queue. At most the first 200 of them are loaded. */
export function BacklogQueue({
  kind,
  rows,
  order,
  companies,
  isOverdueOnly,
}: {
  kind: Kind
  order: QueueOrder
  companies: readonly string[]
  rows: readonly QueuedAnywhere[]
  isOverdueOnly: boolean
}) {
  const switchTo = useSwitchCompany()
  if (rows.length === 0 && isOverdueOnly)
    return <StateBlock title={t('nothingOverdue')}>{t('nothingOverdueHint')}</StateBlock>
  if (rows.length === 0) return <StateBlock title={t('allReviewed')}>{t('nothingWaits')}</StateBlock>
  const open = (company: string, id: string) => {
    beginWalk(rows.slice(0, rows.findIndex((row) => row.id === id) + 1).map((row) => row.id))
    void switchTo(company, queuedPath(kind, id, order, companies))
  }
  const columns: SimpleColumn<QueuedAnywhere>[] = [
    {
      key: 'threat',
      label: kindWords[kind].one(),
      wraps: true,
      render: ({ company, id, source, title, threatType }) => (
        <Inline gap={3}>
          <SourceIcon source={source} size={16} />
          <Stack gap={0}>
            <button type="button" className="name-link" onClick={() => open(company, id)}>
              {shownTitle(source, title)}
            </button>
            <Text size="meta" tone="quiet" weight="plain">
              {valueName(sourceInfoOf(kind, source).label)}, {valueName(threatType)}
            </Text>
          </Stack>
        </Inline>
      ),
    },
    { key: 'company', label: t('company'), render: ({ companyName }) => companyName },
    { key: 'severity', label: t('severity'), render: ({ severity }) => <SeverityMark severity={severity} /> },
    { key: 'found', label: t('found'), render: ({ firstSeen }) => <TimeAgo at={firstSeen} /> },
    {
      key: 'promised',
      label: t('promised'),
      render: ({ severity, queuedAt, promisedAt }) => (
        <PromisedTimeText severity={severity} queuedAt={queuedAt} promisedAt={promisedAt} />
      ),
    },
    { key: 'assignee', label: t('assignedTo'), render: ({ assignee }) => assignee ?? t('unassigned') },
  ]
  return (
    <Card>
      <SimpleTable
        label={t('queueOfCompanies')}
        columns={columns}
        rows={rows}
        idOf={({ company, id }) => `${company} ${id}`}
        isCards
      />
    </Card>
  )
}
