import { queueOrders, type QueuedAnywhere, type QueueOrder } from '@signet/contract/review/review-backlog'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { PromisedTimeText } from '../../../parts/promised-times/promised-time-mark.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Card, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../../ui/layout/use-media.ts'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { usePageSearch } from '../../../url/page-search.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { pathsOf } from '../qa-kind.ts'
import { backlogQuery, queueOfCompaniesQuery } from './backlog.api.ts'
import { BacklogCompanies } from './backlog-companies.tsx'
import css from './backlog-page.module.css'
import { validateBacklogSearch } from './backlog-search.ts'
import { t } from './words.ts'

const [usualOrder] = queueOrders

/** The review queues of all companies of the reviewer in one list. A record opens in the queue of its company. */
export function BacklogPage() {
  const [{ order = usualOrder, companies = [], overdue }, change] = usePageSearch(validateBacklogSearch)
  const backlog = useQuery(backlogQuery('threat'))
  const queue = useQuery(queueOfCompaniesQuery('threat', order, companies, overdue !== undefined))
  const toggle = (company: string) => {
    const others = companies.filter((other) => other !== company)
    change({ companies: others.length < companies.length ? others : [...companies, company] })
  }
  return (
    <Page title={t('queueOfCompanies')}>
      <Stack gap={4}>
        <Link to={pathsOf.threat.queued} activeOptions={{ exact: true }} className="way-link">
          <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
          {t('backToReview')}
        </Link>
        <DataState query={backlog} what={t('backlogToLoad')} loading={<Skeleton lines={1} />}>
          {(rows) => <BacklogCompanies rows={rows} chosen={companies} onToggle={toggle} />}
        </DataState>
        <div className={css.bar}>
          <Order order={order} onChange={(next) => change({ order: next === usualOrder ? undefined : next })} />
          <Button
            aria-pressed={overdue !== undefined}
            icon={<IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => change({ overdue: overdue ? undefined : '1' })}
          >
            {t('onlyOverdue')}
          </Button>
        </div>
        <DataState query={queue} what={t('queueToLoad')} loading={<Skeleton lines={10} />}>
          {(rows) => <Queue rows={rows} isOverdueOnly={overdue !== undefined} />}
        </DataState>
      </Stack>
    </Page>
  )
}

/** The order of the list. A phone has no room for four choices side by side. */
function Order({ order, onChange }: { order: QueueOrder; onChange: (order: QueueOrder) => void }) {
  const isPhone = useMedia(phone)
  if (!isPhone)
    return (
      <Segments
        label={t('sortBy')}
        choices={queueOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
        value={order}
        onChange={onChange}
      />
    )
  return (
    <select
      aria-label={t('sortBy')}
      value={order}
      onChange={(event) => onChange(queueOrders.find((one) => one === event.target.value) ?? usualOrder)}
    >
      {queueOrders.map((value) => (
        <option key={value} value={value}>
          {t(`order.${value}`)}
        </option>
      ))}
    </select>
  )
}

function Queue({ rows, isOverdueOnly }: { rows: readonly QueuedAnywhere[]; isOverdueOnly: boolean }) {
  const switchTo = useSwitchCompany()
  if (rows.length === 0 && isOverdueOnly)
    return <StateBlock title={t('nothingOverdue')}>{t('nothingOverdueHint')}</StateBlock>
  if (rows.length === 0) return <StateBlock title={t('allReviewed')}>{t('nothingWaits')}</StateBlock>
  const columns: SimpleColumn<QueuedAnywhere>[] = [
    {
      key: 'threat',
      label: t('threat'),
      wraps: true,
      render: ({ company, id, source, title, threatType }) => (
        <Inline gap={3}>
          <SourceIcon source={source} size={16} />
          <Stack gap={0}>
            <button
              type="button"
              className="name-link"
              onClick={() => void switchTo(company, `${pathsOf.threat.queued}?id=${id}`)}
            >
              {shownTitle(source, title)}
            </button>
            <Text size="meta" tone="quiet" weight="plain">
              {valueName(sourceInfoOf('threat', source).label)}, {valueName(threatType)}
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
    { key: 'assignee', label: t('assignedTo'), isWide: true, render: ({ assignee }) => assignee ?? t('unassigned') },
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
