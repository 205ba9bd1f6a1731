import { listCtLogs, type CtLogReading } from '@signet/contract/collection/ct-logs'
import { getSystemHealth } from '@signet/contract/operation/system-health'
import { minuteMs } from '@signet/contract/time'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { timeAgo, withinSentence } from '../../format/time/time-ago.ts'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { offWordOf } from './part-state.tsx'
import { t } from './words.ts'

const partsRefreshMs = 10_000 // As often as the jobs next to them.
const logsRefreshMs = 15_000

export const partsQuery = queryOptions({
  queryKey: ['systemHealth'],
  queryFn: ({ signal }) => call(getSystemHealth, { signal }),
  refetchInterval: partsRefreshMs,
})
export const logsQuery = queryOptions({
  queryKey: ['installation', 'ctLogs'],
  queryFn: ({ signal }) => call(listCtLogs, { signal }),
  refetchInterval: logsRefreshMs,
})

/** How many logs aren't read completely; empty if all are. Those of the demo don't count. */
export function lacksOf(logs: readonly CtLogReading[]): string {
  const read = logs.filter(({ state, isDemo }) => state === 'reading' && !isDemo)
  const lacks = [
    ['logsBehindCount', read.filter(({ isBehind }) => isBehind).length],
    ['logsWithGapsCount', read.filter(({ gaps }) => gaps > 0).length],
  ] as const
  return lacks.flatMap(([word, count]) => (count > 0 ? [t(word, { count })] : [])).join(', ')
}

/** When the checks ran. `readAt`, in milliseconds, may be later than `now`, which is only updated once a minute. */
export function checkedText(readAt: number, now: Date): string {
  if (now.getTime() - readAt < minuteMs) return t('checkedNow')
  return t('checkedAgo', { ago: withinSentence(timeAgo(new Date(readAt), now)) })
}

/** The page in a line: how many checks have which state, how many logs aren't read completely, and when that was checked. */
export function HealthSummary() {
  const { data: parts, dataUpdatedAt } = useQuery(partsQuery)
  const { data: known } = useQuery(logsQuery)
  const now = useNow()
  if (!parts?.length) return null
  const off = parts.filter(({ isOff }) => isOff)
  const unset = off.filter(({ name }) => offWordOf(name) === 'notSetUp').length
  const failed = parts.filter(({ ok, isOff }) => !ok && !isOff).length
  const states = [
    t('inOrderCount', { count: parts.length - off.length - failed }),
    failed === 0 ? t('noneFailed') : t('failedCount', { count: failed }),
    unset > 0 && t('notSetUpCount', { count: unset }),
    off.length > unset && t('notDueCount', { count: off.length - unset }),
  ]
  const lacks = lacksOf(known?.logs ?? [])
  return (
    <Text as="p" tone="quiet" below={4}>
      <Overall isFailed={failed > 0} isLacking={lacks !== ''} />{' '}
      {t('checksCount', { count: parts.length, states: states.filter(Boolean).join(', ') })}
      {lacks ? ` ${t('logsSummary', { states: lacks })}` : null} {checkedText(dataUpdatedAt, now)}
    </Text>
  )
}

/** The worst state on the page. */
function Overall({ isFailed, isLacking }: { isFailed: boolean; isLacking: boolean }) {
  if (isFailed) return <Chip tone="stopped">{t('problems')}</Chip>
  if (isLacking) return <Chip tone="medium">{t('needsAttention')}</Chip>
  return <Chip tone="good">{t('noProblems')}</Chip>
}
