import { listCtLogs, type CtLogReading } from '@signet/contract/collection/ct-logs'
import { getSystemHealth, type PartHealth } from '@signet/contract/operation/system-health'
import { minuteMs } from '@signet/contract/time'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { call } from '../../api/call.ts'
import { timeAgo, withinSentence } from '../../format/time/time-ago.ts'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { isMissing } from '../../parts/system-health/is-missing.ts'
import { idOfCheck, offWordOf } from './part-state.tsx'
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

/** The page in a line: how many checks have which state, what is to be set up, and when that was checked. */
export function HealthSummary() {
  const { data: parts, dataUpdatedAt } = useQuery(partsQuery)
  const { data: known } = useQuery(logsQuery)
  const now = useNow()
  if (!parts?.length) return null
  const failed = parts.filter(({ ok, isOff }) => !ok && !isOff).length
  const offWords = parts.flatMap((part) => (part.isOff ? [offWordOf(part)] : []))
  const countOf = (word: (typeof offWords)[number]) => offWords.filter((one) => one === word).length
  const missing = parts.filter(isMissing).map(({ name }) => name)
  const states = [
    t('inOrderCount', { count: parts.length - offWords.length - failed }),
    failed === 0 ? t('noneFailed') : t('failedCount', { count: failed }),
    missing.length > 0 && t('notSetUpCount', { count: missing.length }),
    countOf('notInUse') > 0 && t('notInUseCount', { count: countOf('notInUse') }),
    countOf('notDueYet') > 0 && t('notDueCount', { count: countOf('notDueYet') }),
  ]
  const lacks = lacksOf(known?.logs ?? [])
  return (
    <Text as="p" tone="quiet" below={4}>
      <Overall isFailed={failed > 0} isIncomplete={missing.length > 0} isLacking={lacks !== ''} />{' '}
      {t('checksCount', { count: parts.length, states: states.filter(Boolean).join(', ') })}
      {missing.length > 0 ? <ToSetUp names={missing} /> : null}
      {lacks ? ` ${t('logsSummary', { states: lacks })}` : null} {checkedText(dataUpdatedAt, now)}
    </Text>
  )
}

/** What an operator has to set up, each with a link to its check, which says how. */
function ToSetUp({ names }: { names: readonly PartHealth['name'][] }) {
  const links = names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 ? ', ' : null}
      <a href={`#${idOfCheck(name)}`}>{t(`testPageNames.${name}`)}</a>
    </Fragment>
  ))
  return (
    <>
      {' '}
      <Rich text={(values) => t('toSetUp', values)} values={{ names: links }} />
    </>
  )
}

/** The worst state on the page. */
function Overall(state: { isFailed: boolean; isIncomplete: boolean; isLacking: boolean }) {
  if (state.isFailed) return <Chip tone="stopped">{t('problems')}</Chip>
  if (state.isIncomplete) return <Chip tone="medium">{t('setupIncomplete')}</Chip>
  if (state.isLacking) return <Chip tone="medium">{t('needsAttention')}</Chip>
  return <Chip tone="good">{t('noProblems')}</Chip>
}
