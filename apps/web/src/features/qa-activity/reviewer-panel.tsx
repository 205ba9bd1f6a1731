import { useQuery } from '@tanstack/react-query'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { DetailPanel } from '../../ui/feedback/detail-panel.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Box, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { workQuery, workSourcesQuery } from '../../parts/reviewers/reviewers.api.ts'
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

/** One reviewer: what they did, per day and per source. */
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
        <Stack pad="0 5 6" className={css.body}>
          <Text as="h2" size="object">
            {reviewer.name}
          </Text>
          <Text as="p" size="meta" tone="quiet" above={3} className={css.note}>
            {reviewer.email}
          </Text>
          <DataState query={work} what={t('activityWhat')} loading={<Skeleton lines={8} />}>
            {(done) => (
              <>
                <Box as="dl" below={4} className={`${css.figures} figures`}>
                  {workKinds.map(({ key, label }) => (
                    <div key={key}>
                      <dt>{label()}</dt>
                      <Text as="dd" size="object" num>
                        {exactNumber(done[key])}
                      </Text>
                    </div>
                  ))}
                </Box>
                <WorkPerDay byDay={done.byDay} rangeDays={rangeDays} />
              </>
            )}
          </DataState>
          <DataState query={sources} what={t('sourcesWhat')} loading={<Skeleton lines={6} />}>
            {(slices) => <WorkBySource slices={slices} rangeDays={rangeDays} />}
          </DataState>
        </Stack>
      </DetailPanel>
    </div>
  )
}
