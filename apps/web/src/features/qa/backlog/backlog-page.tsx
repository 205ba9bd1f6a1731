import { queueOrders, type QueueOrder } from '@signet/contract/review/queue-orders'
import type { ReviewBacklog } from '@signet/contract/review/review-backlog'
import { kinds, type Kind } from '@signet/contract/threats/sources'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/controls/button.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../../ui/layout/use-media.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Explained } from '../../../ui/text/explained.tsx'
import { usePageSearch } from '../../../url/page-search.ts'
import { pathsOf } from '../qa-kind.ts'
import { backlogQuery, queueOfCompaniesQuery } from './backlog.api.ts'
import { BacklogCompanies } from './backlog-companies.tsx'
import { BacklogQueue } from './backlog-queue.tsx'
import css from './backlog-page.module.css'
import { validateBacklogSearch } from './backlog-search.ts'
import { t } from './words.ts'

const [usualOrder] = queueOrders

const waitingIn = (rows: readonly ReviewBacklog[]): number => rows.reduce((sum, { waiting }) => sum + waiting, 0)

/** The queues of all companies of the reviewer in one list. A record opens in the queue of its company, and N leads on through the list. */
export function BacklogPage() {
  const [{ order = usualOrder, companies = [], overdue, touts }, change] = usePageSearch(validateBacklogSearch)
  const kind: Kind = touts ? 'tout' : 'threat'
  const backlogs = { threat: useQuery(backlogQuery('threat')), tout: useQuery(backlogQuery('tout')) }
  const backlog = backlogs[kind]
  const queue = useQuery(queueOfCompaniesQuery(kind, order, companies, overdue !== undefined))
  const toggle = (company: string) => {
    const others = companies.filter((other) => other !== company)
    change({ companies: others.length < companies.length ? others : [...companies, company] })
  }
  return (
    <Page title={t('queueOfCompanies')}>
      <Stack gap={4} data-every-company>
        <Link to={pathsOf.threat.queued} activeOptions={{ exact: true }} className="way-link">
          <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
          {t('backToReview')}
        </Link>
        {touts || backlogs.tout.data?.length ? (
          <Inline>
            <Segments
              label={t('kind')}
              choices={kinds.map((value) => {
                const { data } = backlogs[value]
                return { value, label: t(`kind.${value}`), count: data && exactNumber(waitingIn(data)) }
              })}
              value={kind}
              onChange={(next) => change({ touts: next === 'tout' ? '1' : undefined, companies: undefined })}
            />
          </Inline>
        ) : null}
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
          {(rows) => (
            <Stack gap={2}>
              <Total
                rows={(backlog.data ?? []).filter(
                  ({ company }) => companies.length === 0 || companies.includes(company),
                )}
                shown={rows.length}
                isOverdueOnly={overdue !== undefined}
              />
              <BacklogQueue
                kind={kind}
                rows={rows}
                order={order}
                companies={companies}
                isOverdueOnly={overdue !== undefined}
              />
            </Stack>
          )}
        </DataState>
      </Stack>
    </Page>
  )
}

/** How many wait in these companies, and how many of them are listed. */
function Total({
  rows,
  shown,
  isOverdueOnly,
}: {
  rows: readonly ReviewBacklog[]
  shown: number
  isOverdueOnly: boolean
}) {
  const count = isOverdueOnly ? rows.reduce((sum, { overdue }) => sum + overdue, 0) : waitingIn(rows)
  if (count === 0) return null
  return (
    <Text as="p" tone="quiet" num>
      <Explained about={t(isOverdueOnly ? 'about.overdue' : 'about.waiting')}>
        {isOverdueOnly ? t('overdueCount', { count }) : t('waitingCount', { count })}
      </Explained>
      {shown < count ? ` · ${t('firstShown', { count: shown })}` : null}
    </Text>
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
