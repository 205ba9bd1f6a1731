import { useQuery } from '@tanstack/react-query'
import { usePageSearch } from '../../url/page-search.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Card, Columns, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { t } from './words.ts'
import { validateQaActivitySearch } from './qa-activity-search.ts'
import { dateRangeOf } from '../../parts/reviewers/day-range.ts'
import { figuresQuery, reviewersQuery, teamQuery } from '../../parts/reviewers/reviewers.api.ts'
import css from './qa-activity-page.module.css'
import { ReviewerPanel } from './reviewer-panel.tsx'
import { rowsOf } from './reviewers.ts'
import { WorkBySource, WorkPerDay } from './work-charts.tsx'
import { ReviewerTable } from './reviewer-table.tsx'

const ranges = [
  { value: '7', label: 'last7Days' },
  { value: '30', label: 'last30Days' },
  { value: '365', label: 'last365Days' },
] as const

/** How many threats each reviewer handled, and the quality of the reviews. */
export function QaActivityPage() {
  const company = useCompany()
  const name = useClientInfo()?.name ?? company
  const [{ range = '30', user }, change] = usePageSearch(validateQaActivitySearch)
  const rangeDays = Number(range)
  const now = useNow()
  const dateRange = dateRangeOf(rangeDays, now)
  const reviewers = useQuery(reviewersQuery(company))
  const figures = useQuery(figuresQuery(company, dateRange))
  const both = {
    data: reviewers.data && figures.data ? rowsOf(reviewers.data, figures.data) : undefined,
    error: reviewers.error ?? figures.error,
    refetch: () => {
      void reviewers.refetch()
      void figures.refetch()
    },
  }
  const index = both.data?.findIndex(({ email }) => email === user) ?? -1
  const open = both.data?.[index]
  const total = both.data?.reduce((sum, { reviewed }) => sum + reviewed, 0)
  return (
    <Page title={t('qaActivity')}>
      <Inline as="header" gap={3} justify="between" wrap below={4} className={css.head}>
        {total === undefined ? null : (
          <Text as="h2" size="object">
            {t('reviewsInPeriod', { count: total, company: name, range: rangeDays })}
          </Text>
        )}
        <Segments
          label={t('range')}
          choices={ranges.map(({ value, label }) => ({ value, label: t(label) }))}
          value={range}
          onChange={(next) => change({ range: next === '30' ? undefined : next })}
        />
      </Inline>
      <Stack className={css.columns} data-open={open ? true : undefined}>
        <Stack>
          <Card as="div">
            <Text as="h2" below={2}>
              {t('reviewers')}
            </Text>
            <DataState
              query={both}
              what={t('reviewersWhat')}
              loading={<Skeleton lines={6} />}
              isEmpty={(rows) => rows.length === 0}
              empty={<StateBlock title={t('noReviewers')}>{t('noReviewersText')}</StateBlock>}
            >
              {(rows) => (
                <ReviewerTable rows={rows} current={user} now={now} onOpen={(email) => change({ user: email })} />
              )}
            </DataState>
          </Card>
          <TeamCharts company={company} dateRange={dateRange} rangeDays={rangeDays} />
        </Stack>
        {open && both.data ? (
          <ReviewerPanel
            key={open.email}
            company={company}
            reviewer={open}
            rangeDays={rangeDays}
            dateRange={dateRange}
            index={index}
            total={both.data.length}
            onMove={(step) => change({ user: both.data?.[index + step]?.email }, { replace: true })}
            onClose={() => change({ user: undefined })}
          />
        ) : null}
      </Stack>
    </Page>
  )
}

/** The work of all reviewers together, per day and per source. */
function TeamCharts({ company, dateRange, rangeDays }: { company: string; dateRange: string[]; rangeDays: number }) {
  const team = useQuery(teamQuery(company, dateRange))
  return (
    <Card as="div">
      <DataState query={team} what={t('teamActivityWhat')} loading={<Skeleton lines={14} />}>
        {({ byDay, bySource }) => (
          <Columns gap="6 10" from={400} align="stretch">
            <WorkPerDay byDay={byDay} rangeDays={rangeDays} />
            <WorkBySource slices={bySource} rangeDays={rangeDays} />
          </Columns>
        )}
      </DataState>
    </Card>
  )
}
