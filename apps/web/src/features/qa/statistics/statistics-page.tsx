import {
  getQaUsers,
  getReviewerFigures,
  getSourceDistribution,
  getUserActivityWithEmail,
} from '@signet/contract/qa-work'
import { IconArrowLeft } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { call } from '../../../api/call.ts'
import { BarList } from '../../../charts/bar-list.tsx'
import { ColumnChart } from '../../../charts/column-chart.tsx'
import { colourOf, type Series } from '../../../charts/tone.ts'
import { duration } from '../../../format/duration.ts'
import { exactNumber } from '../../../format/exact-number.ts'
import { percent } from '../../../format/percent.ts'
import { usePageSearch } from '../../../url/page-search.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { plural, t } from '../../../words/words.ts'
import css from './statistics-page.module.css'
import { rangeOfDays, statisticsRanges, validateStatisticsSearch, type StatisticsRange } from './statistics-search.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { activity } from '../../../format/activity.ts'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { useNow } from '../../../ui/text/use-now.ts'

const freshMs = 60_000

function peopleQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'qa', 'people'],
    queryFn: ({ signal }) => call(getQaUsers, { query: { company }, signal }),
    staleTime: freshMs,
  })
}
function figuresQuery(company: string, days: StatisticsRange) {
  return queryOptions({
    queryKey: [company, 'qa', 'figures', days],
    queryFn: ({ signal }) =>
      call(getReviewerFigures, { query: { company, dateRange: rangeOfDays(days, new Date()) }, signal }),
    staleTime: freshMs,
  })
}
function workQuery(company: string, userEmail: string, days: StatisticsRange) {
  return queryOptions({
    queryKey: [company, 'qa', 'work', userEmail, days],
    queryFn: ({ signal }) =>
      call(getUserActivityWithEmail, {
        query: { company, userEmail, dateRange: rangeOfDays(days, new Date()) },
        signal,
      }),
    staleTime: freshMs,
  })
}
function sourcesQuery(company: string, userEmail: string, days: StatisticsRange) {
  return queryOptions({
    queryKey: [company, 'qa', 'work sources', userEmail, days],
    queryFn: ({ signal }) =>
      call(getSourceDistribution, { query: { company, userEmail, dateRange: rangeOfDays(days, new Date()) }, signal }),
    staleTime: freshMs,
  })
}

/** What oneself and the others reviewed: how much, how fast, and how much of it came back. */
export function StatisticsPage() {
  const company = useCompany()
  const me = useUser().email
  const [search, change] = usePageSearch(validateStatisticsSearch)
  const days = search.range ?? '30'
  const email = search.who ?? me
  const people = useQuery(peopleQuery(company))
  const whoId = useId()
  return (
    <Page title={t('Review statistics')}>
      <Inline gap={3} wrap below={4} className={css.bar}>
        <Link to="/QA/dashboard" className={`${css.back} way-link`}>
          <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
          {t('Back to the review')}
        </Link>
        <label htmlFor={whoId}>{t('Reviewer')}</label>
        <select
          id={whoId}
          className={css.who}
          value={email}
          onChange={(event) => change({ who: event.target.value === me ? undefined : event.target.value })}
        >
          {(people.data ?? [{ email, name: email }]).map((person) => (
            <option key={person.email} value={person.email}>
              {person.email === me ? t('{name} (you)', { name: person.name }) : person.name}
            </option>
          ))}
        </select>
        <Segments
          label={t('Range')}
          choices={statisticsRanges.map((range) => ({
            value: range,
            label: plural(Number(range), '{n} day', '{n} days'),
          }))}
          value={days}
          onChange={(range) => change({ range: range === '30' ? undefined : range })}
        />
      </Inline>
      <Person key={`${company} ${email}`} company={company} email={email} days={days} />
      <Team company={company} days={days} me={me} onChoose={(who) => change({ who: who === me ? undefined : who })} />
    </Page>
  )
}

const kinds = ['published', 'watchlisted', 'deleted', 'added'] as const

function Person({ company, email, days }: { company: string; email: string; days: StatisticsRange }) {
  const work = useQuery(workQuery(company, email, days))
  const sources = useQuery(sourcesQuery(company, email, days))
  const labels = {
    published: t('Published'),
    watchlisted: t('Put on the watchlist'),
    deleted: t('Sent to deletion'),
    added: t('Added by hand'),
  }
  const tones = { published: 'accent', watchlisted: 'series-2', deleted: 'series-3', added: 'series-4' } as const
  const series: Series[] = kinds.map((kind) => ({ key: kind, label: labels[kind], tone: tones[kind] }))
  return (
    <DataState query={work} what={t('The figures')} loading={<Skeleton lines={8} />}>
      {(data) => {
        const sum = kinds.reduce((total, kind) => total + data[kind], 0)
        const points = data.byDay.map(({ date, by }) => ({ at: date, values: kinds.map((kind) => by?.[kind] ?? 0) }))
        return (
          <>
            <ul className={css.figures} aria-label={t('Figures')}>
              {kinds.map((kind) => (
                <li key={kind}>
                  <Text tone="quiet">{labels[kind]}</Text>
                  <b className="num">{exactNumber(data[kind])}</b>
                </li>
              ))}
            </ul>
            {sum === 0 ? (
              <StateBlock title={t('Nothing in this range')}>
                {t('What is reviewed in these days appears here. Choose a longer range to look further back.')}
              </StateBlock>
            ) : (
              <div className={`${css.charts} split`}>
                <div className={css.card}>
                  <header className={css.chartHead}>
                    {/* The strip says its title itself, to be heard only. */}
                    <b aria-hidden="true">{t('Work per day')}</b>
                    <ul aria-label={t('Colours')}>
                      {series.map(({ key, label, tone }) => (
                        <Inline as="li" size="meta" tone="quiet" key={key}>
                          <i style={{ background: colourOf(tone) }} />
                          {label}
                        </Inline>
                      ))}
                    </ul>
                  </header>
                  <ColumnChart
                    title={t('Work per day')}
                    finding={plural(sum, '{n} step in this range.', '{n} steps in this range.')}
                    points={points}
                    series={series}
                    rangeDays={Number(days)}
                    heightPx={200}
                  />
                </div>
                <div className={css.card}>
                  <DataState query={sources} what={t('The sources')} loading={<Skeleton lines={6} />}>
                    {(slices) => (
                      <BarList
                        title={t('By source')}
                        finding={
                          slices[0]
                            ? t('Most of it is of {source}.', { source: valueName(slices[0].label) })
                            : t('Nothing in this range')
                        }
                        rowName={t('Source')}
                        bars={slices.slice(0, 6).map((slice) => ({ ...slice, label: valueName(slice.label) }))}
                      />
                    )}
                  </DataState>
                </div>
              </div>
            )}
          </>
        )
      }}
    </DataState>
  )
}

interface TeamProps {
  company: string
  days: StatisticsRange
  me: string
  onChoose: (email: string) => void
}

/** Everybody who reviews for the company, the busiest first. */
function Team({ company, days, me, onChoose }: TeamProps) {
  const now = useNow()
  const people = useQuery(peopleQuery(company))
  const figures = useQuery(figuresQuery(company, days))
  return (
    <section className={css.card} aria-labelledby="team">
      <h2 id="team">{t('The team')}</h2>
      <DataState query={figures} what={t('The team')} loading={<Skeleton lines={4} />}>
        {(rows) => {
          const byEmail = new Map(rows.map((row) => [row.email, row]))
          const everybody = (people.data ?? rows.map(({ email }) => ({ email, name: email, lastActive: undefined })))
            .map((person) => ({ ...person, figures: byEmail.get(person.email) }))
            .toSorted((a, b) => (b.figures?.reviewed ?? 0) - (a.figures?.reviewed ?? 0))
          return (
            // Wide on phones: it scrolls sideways, also by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <section className={css.scroll} tabIndex={0} aria-label={t('Table of the team')}>
              <table className={css.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('Reviewer')}</th>
                    <th scope="col">{t('Reviewed')}</th>
                    <th scope="col">{t('Median time')}</th>
                    <th scope="col">{t('Came back')}</th>
                    <th scope="col">{t('Last active')}</th>
                  </tr>
                </thead>
                <tbody>
                  {everybody.map(({ email, name, lastActive, figures: own }) => (
                    <tr key={email}>
                      <th scope="row">
                        <button type="button" className="link" onClick={() => onChoose(email)}>
                          {email === me ? t('{name} (you)', { name }) : name}
                        </button>
                        <small>{email}</small>
                      </th>
                      <td className="num">{exactNumber(own?.reviewed ?? 0)}</td>
                      <td className="num">
                        {own?.medianMs === null || own === undefined ? t('Not known') : duration(own.medianMs)}
                      </td>
                      <td className="num">
                        {own && own.reviewed > 0
                          ? `${exactNumber(own.returned)} (${percent(own.returned / own.reviewed)})`
                          : exactNumber(0)}
                      </td>
                      <td>{lastActive === undefined ? '' : activity(lastActive, now)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        }}
      </DataState>
    </section>
  )
}
