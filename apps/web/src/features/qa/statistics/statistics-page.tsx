import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useId } from 'react'
import { usePageSearch } from '../../../url/page-search.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { NoData, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { t } from './words.ts'
import css from './statistics-page.module.css'
import { statisticsRanges, validateReviewStatisticsSearch } from './statistics-search.ts'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { dateRangeOf } from '../../../parts/reviewers/day-range.ts'
import { reviewersQuery } from '../../../parts/reviewers/reviewers.api.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import { Person } from './person-statistics.tsx'
import { Team } from './team-statistics.tsx'
import { lazy } from '../../../api/lazy.ts'

const QualityPart = lazy(() =>
  import('../../../parts/detection-quality/quality-part.tsx').then(({ QualityPart: part }) => ({ default: part })),
)

/** The reviews of the user and the other reviewers: how many, how fast, and how many were overturned. */
export function StatisticsPage() {
  const company = useCompany()
  const name = useClientInfo()?.name ?? company
  const me = useUser().email
  const [search, change] = usePageSearch(validateReviewStatisticsSearch)
  const days = search.range ?? '30'
  const rangeDays = Number(days)
  const dateRange = dateRangeOf(rangeDays, useNow())
  const email = search.who ?? me
  const people = useQuery(reviewersQuery(company))
  const whoId = useId()
  return (
    <Page title={t('reviewStatistics')}>
      <Inline gap={3} wrap below={4}>
        <Link to="/QA/dashboard" activeOptions={{ exact: true }} className={`${css.back} way-link`}>
          <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
          {t('backToReview')}
        </Link>
        <Text as="label" tone="quiet" htmlFor={whoId}>
          {t('reviewer')}
        </Text>
        <select
          id={whoId}
          className={css.who}
          value={email}
          onChange={(event) => change({ who: event.target.value === me ? undefined : event.target.value })}
        >
          {(people.data ?? [{ email, name: email }]).map((person) => (
            <option key={person.email} value={person.email}>
              {person.email === me ? t('nameYou', { name: person.name }) : person.name}
            </option>
          ))}
        </select>
        <Segments
          label={t('range')}
          choices={statisticsRanges.map((range) => ({
            value: range,
            label: t('daysCount', { count: Number(range) }),
          }))}
          value={days}
          onChange={(range) => change({ range: range === '30' ? undefined : range })}
        />
      </Inline>
      <Text as="h2" below={4}>
        {t('reviewsFor', { company: name })}
      </Text>
      {people.data ? null : <NoData query={people} what={t('theReviewers')} loading={null} />}
      <Person key={`${company} ${email}`} company={company} email={email} rangeDays={rangeDays} dateRange={dateRange} />
      <Team
        company={company}
        dateRange={dateRange}
        me={me}
        onChoose={(who) => change({ who: who === me ? undefined : who })}
      />
      <Suspense fallback={<Skeleton lines={10} />}>
        <QualityPart key={company} isDetailed />
      </Suspense>
    </Page>
  )
}
