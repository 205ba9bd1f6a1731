import { getThreatSourceSummary } from '@signet/contract/analytics'
import { analysisFlow, analysisStatuses, listDeeperAnalyses } from '@signet/contract/deeper-analyses'
import { getQaDashboard } from '@signet/contract/qa'
import { getToutSourceSummary } from '@signet/contract/touts'
import { listTakedowns, runningTakedownStatuses } from '@signet/contract/takedowns'
import { queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { exactNumber } from '../format/exact-number.ts'
import { shortNumber } from '../format/short-number.ts'
import { useCompany } from '../session/company.ts'
import { useUser } from '../session/use-session.ts'
import { newLeaksQuery } from '../session/leaks-seen.ts'
import { unreadNewsQuery } from '../session/news-seen.ts'
import { unreadWhatsNewQuery } from '../session/whats-new-seen.ts'
import { Text } from '../ui/layout/parts.tsx'
import css from './sidebar.module.css'
import { plural, t } from '../words/words.ts'

/** Counts may be a minute old; a decision reads them again. */
const freshMs = 60_000

function openThreats(company: string) {
  return queryOptions({
    queryKey: [company, 'threats', 'options', 'open'],
    queryFn: async ({ signal }) => {
      const list = await call(getThreatSourceSummary, { query: { company }, signal })
      return list.reduce((sum, { open }) => sum + open, 0)
    },
    staleTime: freshMs,
  })
}

function openTouts(company: string) {
  return queryOptions({
    queryKey: [company, 'touts', 'options', 'open'],
    queryFn: async ({ signal }) => {
      const list = await call(getToutSourceSummary, { query: { company }, signal })
      return list.reduce((sum, { open }) => sum + open, 0)
    },
    staleTime: freshMs,
  })
}

const runningAnalyses = analysisStatuses.filter((status) => analysisFlow[status].length > 0)

function openAnalyses(company: string) {
  return queryOptions({
    queryKey: [company, 'analyses', 'running'],
    queryFn: async ({ signal }) => {
      const query = { company, deeperAnalysisStatus: runningAnalyses, limit: 1 }
      return (await call(listDeeperAnalyses, { query, signal })).total
    },
    staleTime: freshMs,
  })
}

function runningTakedowns(company: string) {
  return queryOptions({
    queryKey: [company, 'takedowns', 'running'],
    queryFn: async ({ signal }) => {
      const query = { company, takedownStatus: [...runningTakedownStatuses], limit: 1 }
      return (await call(listTakedowns, { query, signal })).total
    },
    staleTime: freshMs,
  })
}

function reviewCount(
  company: string,
  key: 'waiting' | 'watched' | 'deletionsWaiting',
  kind: 'threat' | 'tout' = 'threat',
) {
  return queryOptions({
    // Beside the option lists of the review: every step there reads it again.
    queryKey: [company, 'qa', 'options', 'badge', kind, key],
    queryFn: async ({ signal }) => (await call(getQaDashboard, { query: { company, kind }, signal }))[key],
    staleTime: freshMs,
  })
}

function countOf(path: string, company: string): UseQueryOptions<number, Error, number, string[]> | null {
  switch (path) {
    case '/threats':
      return openThreats(company)
    case '/touts':
      return openTouts(company)
    case '/takedown':
      return runningTakedowns(company)
    case '/deeperAnalysis':
      return openAnalyses(company)
    case '/QA/dashboard':
      return reviewCount(company, 'waiting')
    case '/QA/watchlist':
      return reviewCount(company, 'watched')
    case '/QA/touts':
      return reviewCount(company, 'waiting', 'tout')
    case '/QA/toutsWatchlist':
      return reviewCount(company, 'watched', 'tout')
    case '/QA/deletionQueue':
      return reviewCount(company, 'deletionsWaiting')
    default:
      return null
  }
}

const nothing = queryOptions({ queryKey: ['no count'], queryFn: () => 0, enabled: false })

/** How much is open behind an entry, or new since the last look; nothing for entries without a count, and for zero. */
export function NavBadge({ path }: { path: string }) {
  if (path === '/whatsnew') return <UnreadDot />
  if (path === '/leaks') return <NewLeaks />
  return path === '/news' ? <NewNews /> : <CountBadge path={path} />
}

/** How many leaks were added since the page was last looked at. */
function NewLeaks() {
  return <NewSince count={useQuery(newLeaksQuery(useCompany(), useUser().id)).data} />
}

/** How many pieces of news came since they were last looked at. */
function NewNews() {
  return <NewSince count={useQuery(unreadNewsQuery(useCompany(), useUser().id)).data} />
}

function NewSince({ count }: { count: number | undefined }) {
  if (!count) return null
  const all = plural(count, '{n} new since your last visit', '{n} new since your last visit')
  return (
    <Text size="meta" weight="strong" tone="danger" num className={css.fresh} title={all}>
      {shortNumber(count)}
      <span className="visually-hidden"> {t('new')}</span>
    </Text>
  )
}

/** That What's New holds something unread; gone once the page was opened. */
function UnreadDot() {
  const { data } = useQuery(unreadWhatsNewQuery(useCompany(), useUser().id))
  if (!data) return null
  return (
    <span className={css.dot} title={plural(data, '{n} not read yet', '{n} not read yet')}>
      <span className="visually-hidden">{plural(data, '{n} not read yet', '{n} not read yet')}</span>
    </span>
  )
}

function CountBadge({ path }: { path: string }) {
  const company = useCompany()
  const { data } = useQuery(countOf(path, company) ?? nothing)
  if (!data) return null
  return (
    <Text size="meta" tone="faint" num className={css.badge} title={t('{n} open', { n: exactNumber(data) })}>
      {shortNumber(data)}
    </Text>
  )
}
