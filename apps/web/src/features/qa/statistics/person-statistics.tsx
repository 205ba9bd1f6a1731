import { useQuery } from '@tanstack/react-query'
import { BarList } from '../../../charts/bar-list.tsx'
import { ColumnChart } from '../../../charts/column-chart.tsx'
import { colourOf, type Series } from '../../../charts/tone.ts'
import { exactNumber } from '../../../format/exact-number.ts'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { plural, t } from '../../../words/words.ts'
import css from './statistics-page.module.css'
import { type StatisticsRange } from './statistics-search.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { workQuery, sourcesQuery } from './statistics.api.ts'

const kinds = ['published', 'watchlisted', 'deleted', 'added'] as const

export function Person({ company, email, days }: { company: string; email: string; days: StatisticsRange }) {
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
