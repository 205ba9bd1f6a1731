import type { Point, Slice } from '@signet/contract/wire'
import { AreaStack } from '../../charts/area-stack.tsx'
import { BarList } from '../../charts/bar-list.tsx'
import { ranked } from '../../charts/ranked.ts'
import type { Series } from '../../charts/tone.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import { t } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'

/** The kinds of review work, in stacking order. */
export const workKinds = [
  { key: 'published', label: () => t('published'), tone: 'series-1' },
  { key: 'watchlisted', label: () => t('movedToWatchlist'), tone: 'series-2' },
  { key: 'deleted', label: () => t('deleted'), tone: 'series-3' },
  { key: 'whitelisted', label: () => t('whitelisted'), tone: 'series-5' },
  { key: 'added', label: () => t('addedManually'), tone: 'series-4' },
] as const satisfies readonly (Omit<Series, 'label'> & { label: () => string })[]

const sourcesMax = 8
const chartPx = 200

/** The work of each day, by kind; kinds without any work in the range are left out. */
export function WorkPerDay({ byDay, rangeDays }: { byDay: readonly Point[]; rangeDays: number }) {
  const done = workKinds.filter(({ key }) => byDay.some(({ by }) => by?.[key]))
  const kinds = done.length > 0 ? done : workKinds
  return (
    <AreaStack
      title={t('activityPerDay')}
      finding={t('actionsInPeriod', {
        count: byDay.reduce((sum, { count }) => sum + count, 0),
        range: rangeDays,
      })}
      points={byDay.map(({ date, by }) => ({ at: date, values: kinds.map(({ key }) => by?.[key] ?? 0) }))}
      series={kinds.map((kind) => ({ ...kind, label: kind.label() }))}
      rangeDays={rangeDays}
      heightPx={chartPx}
    />
  )
}

/** The sources that were worked on, most frequent first. */
export function WorkBySource({ slices, rangeDays }: { slices: readonly Slice[]; rangeDays: number }) {
  const [first] = slices
  if (!first) return <StateBlock title={t('noActivity')} />
  return (
    <BarList
      title={t('bySource')}
      rowName={t('source')}
      finding={t('mostActivityIn', {
        type: valueName(first.label),
        count: exactNumber(first.count),
        range: rangeDays,
      })}
      bars={ranked(slices, sourcesMax).map((bar) => ({ ...bar, label: valueName(bar.label) }))}
    />
  )
}
