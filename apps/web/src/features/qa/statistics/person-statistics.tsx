import { useQuery } from '@tanstack/react-query'
import { AreaStack } from '../../../charts/area-stack.tsx'
import { BarList } from '../../../charts/bar-list.tsx'
import { ranked } from '../../../charts/ranked.ts'
import type { Series } from '../../../charts/tone.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { t } from './words.ts'
import css from './statistics-page.module.css'
import { valueName } from '../../../words/named/name-of.ts'
import { Card, Columns, Split, Text } from '../../../ui/layout/parts.tsx'
import { workQuery, workSourcesQuery } from '../../../parts/reviewers/reviewers.api.ts'

const sourcesMax = 8
const kinds = ['published', 'watchlisted', 'deleted', 'whitelisted', 'added'] as const

export function Person({
  company,
  email,
  rangeDays,
  dateRange,
}: {
  company: string
  email: string
  rangeDays: number
  dateRange: string[]
}) {
  const work = useQuery(workQuery(company, email, dateRange))
  const sources = useQuery(workSourcesQuery(company, email, dateRange))
  const labels = {
    published: t('published'),
    watchlisted: t('movedToWatchlist'),
    deleted: t('deletionRequested'),
    whitelisted: t('whitelisted'),
    added: t('addedManually'),
  }
  const tones = {
    published: 'accent',
    watchlisted: 'series-2',
    deleted: 'series-3',
    whitelisted: 'series-5',
    added: 'series-4',
  } as const
  const series: Series[] = kinds.map((kind) => ({ key: kind, label: labels[kind], tone: tones[kind] }))
  return (
    <DataState query={work} what={t('statisticsWhat')} loading={<Skeleton lines={19} />}>
      {(data) => {
        const sum = kinds.reduce((total, kind) => total + data[kind], 0)
        const points = data.byDay.map(({ date, by }) => ({ at: date, values: kinds.map((kind) => by?.[kind] ?? 0) }))
        return (
          <>
            <Columns
              as="ul"
              gap={4}
              below={4}
              from={150}
              align="stretch"
              className={css.figures}
              aria-label={t('figures')}
            >
              {kinds.map((kind) => (
                <Card as="li" key={kind} gap={1} className={css.figure}>
                  <Text tone="quiet">{labels[kind]}</Text>
                  <Text as="b" size="figure" num>
                    {exactNumber(data[kind])}
                  </Text>
                </Card>
              ))}
            </Columns>
            {sum === 0 ? (
              <StateBlock title={t('noActivity')}>{t('noActivityText')}</StateBlock>
            ) : (
              <Split below={4}>
                <Card as="div" className={`${css.card} ${css.activity}`}>
                  <AreaStack
                    title={t('activityPerDay')}
                    finding={t('actionsInPeriod', { count: sum })}
                    points={points}
                    series={series}
                    rangeDays={rangeDays}
                    heightPx={200}
                  />
                </Card>
                <Card as="div" className={css.card}>
                  <DataState query={sources} what={t('sourcesWhat')} loading={<Skeleton lines={6} />}>
                    {(slices) => (
                      <BarList
                        title={t('bySource')}
                        finding={
                          slices[0] ? t('mostActivityIn', { source: valueName(slices[0].label) }) : t('noActivity')
                        }
                        rowName={t('source')}
                        bars={ranked(slices, sourcesMax).map((bar) => ({ ...bar, label: valueName(bar.label) }))}
                      />
                    )}
                  </DataState>
                </Card>
              </Split>
            )}
          </>
        )
      }}
    </DataState>
  )
}
