import { useQuery } from '@tanstack/react-query'
import { exactNumber } from '../../format/exact-number.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { DetailPanel } from '../../ui/layout/detail-panel.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { t } from '../../words/words.ts'
import { workQuery, workSourcesQuery } from './qa-activity.api.ts'
import css from './qa-activity-page.module.css'
import type { ReviewerRow } from './reviewers.ts'
import { WorkBySource, workKinds, WorkPerDay } from './work-charts.tsx'

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
                  {workKinds.map(({ key, label }) => (
                    <div key={key}>
                      <dt>{t(label)}</dt>
                      <dd>{exactNumber(done[key])}</dd>
                    </div>
                  ))}
                </dl>
                <WorkPerDay byDay={done.byDay} rangeDays={rangeDays} />
              </>
            )}
          </DataState>
          <DataState query={sources} what={t('The sources')} loading={<Skeleton lines={6} />}>
            {(slices) => <WorkBySource slices={slices} rangeDays={rangeDays} />}
          </DataState>
        </div>
      </DetailPanel>
    </div>
  )
}
