import { useQuery } from '@tanstack/react-query'
import { AreaStack } from '../../charts/area-stack.tsx'
import { BarList } from '../../charts/bar-list.tsx'
import type { Series } from '../../charts/tone.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/data-state.tsx'
import { DetailPanel } from '../../ui/detail-panel.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { msg, plural, t } from '../../words/words.ts'
import { workQuery, workSourcesQuery } from './qa-activity.api.ts'
import css from './qa-activity-page.module.css'
import type { ReviewerRow } from './reviewers.ts'

interface ReviewerPanelProps {
  company: string
  reviewer: ReviewerRow
  rangeDays: number
  dateRange: string[]
  index: number
  total: number
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

const kinds = [
  { key: 'published', label: msg('Published'), tone: 'series-1' },
  { key: 'watchlisted', label: msg('Watched'), tone: 'series-2' },
  { key: 'deleted', label: msg('Deleted'), tone: 'series-3' },
  { key: 'added', label: msg('Added by hand'), tone: 'series-4' },
] as const satisfies readonly Series[]

const sourcesMax = 8
const chartPx = 200

/** One reviewer: what they did, day by day, and on which sources. */
export function ReviewerPanel({
  company,
  reviewer,
  rangeDays,
  dateRange,
  index,
  total,
  onMove,
  onClose,
}: ReviewerPanelProps) {
  const work = useQuery(workQuery(company, reviewer.email, dateRange))
  const sources = useQuery(workSourcesQuery(company, reviewer.email, dateRange))
  useShortcuts({ Escape: onClose })
  const series = kinds.map((kind) => ({ ...kind, label: t(kind.label) }))
  return (
    <div className={css.panel}>
      <DetailPanel label={reviewer.name} index={index} total={total} onMove={onMove} onClose={onClose}>
        <div className={css.body}>
          <h2 className={css.name}>{reviewer.name}</h2>
          <p className={css.note}>{reviewer.email}</p>
          <DataState query={work} what={t('The work')} loading={<Skeleton lines={8} />}>
            {(done) => (
              <>
                <dl className={css.figures}>
                  {kinds.map(({ key, label }) => (
                    <div key={key}>
                      <dt>{t(label)}</dt>
                      <dd>{exactNumber(done[key])}</dd>
                    </div>
                  ))}
                </dl>
                <AreaStack
                  title={t('Per day')}
                  finding={plural(
                    done.byDay.reduce((sum, { count }) => sum + count, 0),
                    '{n} step in {range} days.',
                    '{n} steps in {range} days.',
                    { range: rangeDays },
                  )}
                  points={done.byDay.map(({ date, by }) => ({
                    at: date,
                    values: kinds.map(({ key }) => by?.[key] ?? 0),
                  }))}
                  series={series}
                  rangeDays={rangeDays}
                  heightPx={chartPx}
                />
              </>
            )}
          </DataState>
          <DataState
            query={sources}
            what={t('The sources')}
            loading={<Skeleton lines={6} />}
            isEmpty={(slices) => slices.length === 0}
            empty={<StateBlock title={t('Nothing in this range')} />}
          >
            {(slices) => (
              <BarList
                title={t('By source')}
                rowName={t('Source')}
                finding={t('{type} leads with {count} in {range} days.', {
                  type: slices[0] ? t(slices[0].label) : '',
                  count: exactNumber(slices[0]?.count ?? 0),
                  range: rangeDays,
                })}
                bars={topOf(slices)}
              />
            )}
          </DataState>
        </div>
      </DetailPanel>
    </div>
  )
}

/** The first ones, and the rest as "Other". */
function topOf(slices: readonly { key: string; label: string; count: number }[]) {
  const shown = slices.slice(0, sourcesMax).map((slice) => ({ ...slice, label: t(slice.label) }))
  const rest = slices.slice(sourcesMax).reduce((sum, { count }) => sum + count, 0)
  return rest > 0 ? [...shown, { key: 'other', label: t('Other'), count: rest }] : shown
}
