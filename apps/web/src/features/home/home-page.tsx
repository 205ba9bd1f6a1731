import { can } from '@signet/contract/access/permissions'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, Suspense, type ReactNode } from 'react'
import { lazy } from '../../api/lazy.ts'
import { weekdayDate } from '../../format/time/date-time.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { Skeleton } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Box, Inline, Split, Stack, Text } from '../../ui/layout/parts.tsx'
import { narrow, phone, useMedia } from '../../ui/layout/use-media.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { t } from './words.ts'
import { BySource } from './blocks/by-source.tsx'
import { figure, Figures } from './figures/figure-cards.tsx'
import { ThreatTypes, TakedownProgress, ThreatsPerDay } from './figures/home-charts.tsx'
import { blocksOf, type HomeBlock } from './home-blocks.ts'
import { validateHomeSearch } from './home-search.ts'
import { answer } from './home-answer.ts'
import { firstDayOf, sourceSummaryQuery, undecidedQuery } from './home.api.ts'
import { People } from './blocks/people.tsx'
import { ToDecide } from './blocks/to-decide.tsx'

const ToutsToDecide = lazy(() =>
  import('./blocks/touts-to-decide.tsx').then((module) => ({ default: module.ToutsToDecide })),
)
const ToutSources = lazy(() => import('./blocks/tout-charts.tsx').then((module) => ({ default: module.ToutSources })))
const ToutsPerDay = lazy(() => import('./blocks/tout-charts.tsx').then((module) => ({ default: module.ToutsPerDay })))
const Coverage = lazy(() => import('./blocks/coverage.tsx').then((module) => ({ default: module.Coverage })))
const Deadlines = lazy(() => import('./blocks/deadlines.tsx').then((module) => ({ default: module.Deadlines })))
const Watching = lazy(() => import('./blocks/watching.tsx').then((module) => ({ default: module.Watching })))

const ranges = [
  { value: '7', label: 'range7' },
  { value: '30', label: 'range30' },
  { value: '365', label: 'range365' },
] as const

/** The list of touts has buttons, and needs more room than the charts. */
const toutTracks = 'minmax(0, 5fr) minmax(0, 3fr) minmax(0, 3fr)'
const halves = 'minmax(0, 1fr) minmax(0, 1fr)'

/** What needs a decision today, and how the situation is developing. */
export function HomePage() {
  const company = useCompany()
  const { role } = useUser()
  const isStaff = can(role, 'companies:overview')
  const info = useClientInfo()
  const [{ range = '30' }, change] = usePageSearch(validateHomeSearch)
  const rangeDays = Number(range)
  const now = useNow()
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)
  const criticalQuery = useQuery(undecidedQuery(company, true))
  const openQuery = useQuery(undecidedQuery(company, false))
  const critical = figure(criticalQuery, (count) => count)
  const open = figure(openQuery, (count) => count)
  const isNew = useIsNew(company)
  const parts = { company, rangeDays, now }
  const figures = <Figures key="figures" {...parts} open={open} critical={critical} />
  // What waits for a decision, and what stands next to it.
  const lists: Partial<Record<HomeBlock, ReactNode>> = {
    decide: <ToDecide key={company} company={company} rangeDays={rangeDays} openCount={open?.total} />,
    touts: (
      <Suspense key="touts" fallback={<Skeleton lines={9} />}>
        <ToutsToDecide key={company} company={company} rangeDays={rangeDays} />
      </Suspense>
    ),
  }
  const others: Record<HomeBlock, ReactNode> = {
    decide: <ThreatsPerDay {...parts} />,
    sources: (
      <Split>
        <BySource {...parts} />
        <Stack>
          <TakedownProgress {...parts} />
          <Suspense fallback={<Skeleton lines={6} />}>
            <Deadlines company={company} rangeDays={rangeDays} />
          </Suspense>
          <ThreatTypes {...parts} />
        </Stack>
      </Split>
    ),
    touts: (
      <Suspense fallback={<Skeleton lines={9} />}>
        <ToutsPerDay company={company} rangeDays={rangeDays} />
        <ToutSources company={company} rangeDays={rangeDays} />
      </Suspense>
    ),
    people: <People {...parts} />,
  }
  const order = blocksOf({
    navigation: info?.config.navigation ?? 'standard',
    hasTouts: info?.modules.touts === true,
    hasPeople: can(role, 'analytics:readPeople'),
  })
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
            {answer(critical)}
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
        ) : isPhone ? (
          // On a phone every decision comes before the figures.
          [
            ...order.map((block) => lists[block]),
            figures,
            ...order.map((block) => <Fragment key={block}>{others[block]}</Fragment>),
          ]
        ) : (
          [
            figures,
            ...order.map((block) =>
              isNarrow && block === 'touts' ? (
                <Fragment key={block}>
                  {lists[block]}
                  <Split tracks={halves}>{others[block]}</Split>
                </Fragment>
              ) : lists[block] ? (
                <Split key={block} {...(block === 'touts' ? { tracks: toutTracks } : {})}>
                  {lists[block]}
                  {others[block]}
                </Split>
              ) : (
                <Fragment key={block}>{others[block]}</Fragment>
              ),
            ),
          ]
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
