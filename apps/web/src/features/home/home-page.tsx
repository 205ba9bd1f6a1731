import { can } from '@signet/contract/access/permissions'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { weekdayDate } from '../../format/time/date-time.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { Skeleton } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Box, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { t } from './words.ts'
import { figure, Figures } from './figures/figure-cards.tsx'
import { validateHomeSearch } from './home-search.ts'
import { answer } from './home-answer.ts'
import { firstDayOf, sourceSummaryQuery, undecidedQuery, undecidedToutsQuery } from './home.api.ts'
import { HomeParts } from './blocks/home-parts.tsx'

const Coverage = lazy(() => import('./blocks/coverage.tsx').then((module) => ({ default: module.Coverage })))
const Watching = lazy(() => import('./blocks/watching.tsx').then((module) => ({ default: module.Watching })))

const ranges = [
  { value: '7', label: 'range7' },
  { value: '30', label: 'range30' },
  { value: '365', label: 'range365' },
] as const

/** What needs a decision today, and how the situation is developing. */
export function HomePage() {
  const company = useCompany()
  const { role } = useUser()
  const isStaff = can(role, 'companies:overview')
  const [{ range = '30' }, change] = usePageSearch(validateHomeSearch)
  const rangeDays = Number(range)
  const now = useNow()
  const criticalQuery = useQuery(undecidedQuery(company, true))
  const openQuery = useQuery(undecidedQuery(company, false))
  const critical = figure(criticalQuery, (count) => count)
  const open = figure(openQuery, (count) => count)
  const info = useClientInfo()
  const hasTouts = info?.modules.touts === true
  const toutsQuery = useQuery({ ...undecidedToutsQuery(company, true), enabled: hasTouts })
  const criticalTouts = hasTouts ? figure(toutsQuery, (count) => count) : null
  // The first block of such a company is its touts.
  const namesTouts = info?.config.navigation === 'lottery'
  const isNew = useIsNew(company)
  const parts = { company, rangeDays, now }
  const figures = <Figures {...parts} open={open} critical={critical} criticalTouts={criticalTouts} />
  return (
    <Page title={t('home')}>
      {isStaff ? (
        <Box below={2}>
          <Link to="/admin/home" className="way-link">
            <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
            {t('allCompanies')}
          </Link>
        </Box>
      ) : null}
      <Inline as="header" gap={3} justify="between" wrap below={4}>
        <div>
          <Text as="h2" size="object">
            {answer(critical, namesTouts ? criticalTouts : null)}
          </Text>
          <Text as="p" tone="quiet">
            {weekdayDate(now)}.{range === '365' || isNew ? '' : ` ${t('comparedWithBefore', { range: rangeDays })}`}
            {/* A client can't do anything about a log that is behind. */}
            {isStaff ? (
              <Suspense fallback={null}>
                <Coverage company={company} />
              </Suspense>
            ) : null}
          </Text>
        </div>
        {isNew ? null : (
          <Segments
            label={t('period')}
            choices={ranges.map(({ value, label }) => ({ value, label: t(label) }))}
            value={range}
            onChange={(next) => change({ range: next === '30' ? undefined : next })}
          />
        )}
      </Inline>
      <Stack>
        {isNew ? (
          <Suspense fallback={<Skeleton lines={6} />}>
            <Watching company={company} now={now} />
          </Suspense>
        ) : (
          <HomeParts {...parts} figures={figures} openCount={open?.total} />
        )}
      </Stack>
    </Page>
  )
}

const yearDays = 365

/** Whether nothing has ever been published here, based on the last year, which is as far back as the server goes. */
function useIsNew(company: string): boolean {
  const { data } = useQuery(sourceSummaryQuery(company, firstDayOf(yearDays, new Date())))
  return data !== undefined && data.every(({ total }) => total === 0)
}
