import { listCtLogs } from '@signet/contract/collection/ct-logs'
import { getSystemHealth } from '@signet/contract/operation/system-health'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Text } from '../../ui/layout/parts.tsx'
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

/** The page in a line: how many checks have which state, and how many logs aren't read completely. */
export function HealthSummary() {
  const { data: parts } = useQuery(partsQuery)
  const { data: known } = useQuery(logsQuery)
  if (!parts?.length) return null
  const off = parts.filter(({ isOff }) => isOff)
  const unset = off.filter(({ name }) => offWordOf(name) === 'notSetUp').length
  const failed = parts.filter(({ ok, isOff }) => !ok && !isOff).length
  const logs = (known?.logs ?? []).filter(({ state }) => state === 'reading')
  const states = [
    t('inOrderCount', { count: parts.length - off.length - failed }),
    failed === 0 ? t('noneFailed') : t('failedCount', { count: failed }),
    unset > 0 && t('notSetUpCount', { count: unset }),
    off.length > unset && t('notDueCount', { count: off.length - unset }),
  ]
  const lacks = (
    [
      ['logsBehindCount', logs.filter(({ isBehind }) => isBehind).length],
      ['logsWithGapsCount', logs.filter(({ gaps }) => gaps > 0).length],
    ] as const
  ).flatMap(([word, count]) => (count > 0 ? [t(word, { count })] : []))
  return (
    <Text as="p" tone="quiet" below={4}>
      {t('checksCount', { count: parts.length, states: states.filter(Boolean).join(', ') })}
      {lacks.length > 0 ? ` ${t('logsSummary', { states: lacks.join(', ') })}` : null}
    </Text>
  )
}
