import type { SourceSummary } from '@signet/contract/reports/analytics'
import type { Point } from '@signet/contract/wire'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Spark } from '../../../charts/spark.tsx'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { difference, isNoticeable } from '../../../format/numbers/percent.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, FailedParts } from '../../../ui/feedback/data-state.tsx'
import { SourceIcon } from '../../../parts/threats/source-icon.tsx'
import { Box, Card, ScrollRegion, Text } from '../../../ui/layout/parts.tsx'
import { Explained } from '../../../ui/text/explained.tsx'
import { t } from '../words.ts'
import { splitRange, sumOf, thinned } from '../figures/figures.ts'
import { firstDayOf, frequencyQuery, type RangeProps, sourceSummaryQuery } from '../home.api.ts'
import css from './by-source.module.css'
import { valueName } from '../../../words/named/name-of.ts'

/** Only the largest sources have a sparkline, because each one needs its own call. */
const sparkMax = 11
/** Number of sources shown before "Show all". */
const shownMax = 11
const sparkPoints = 15
/** As high as the header, these sources, and the button below. */
const sourcesPx = 560

/** Threats in the range by source. A row links to the list of that source. */
export function BySource({ company, rangeDays, now }: RangeProps) {
  const query = useQuery(sourceSummaryQuery(company, firstDayOf(rangeDays, now)))
  return (
    <Card className={css.card} aria-labelledby="by-source">
      <Text as="h2" below={2} id="by-source">
        {t('threatsBySource')}
      </Text>
      <DataState query={query} what={t('sourcesWhat')} loading={<Box least={sourcesPx} aria-busy="true" />}>
        {(summary) => <SourceTable company={company} summary={summary} rangeDays={rangeDays} />}
      </DataState>
    </Card>
  )
}

function SourceTable({
  company,
  summary,
  rangeDays,
}: {
  company: string
  summary: readonly SourceSummary[]
  rangeDays: RangeProps['rangeDays']
}) {
  const [isWhole, setIsWhole] = useState(false)
  const rows = summary.toSorted((a, b) => b.total - a.total || a.label.localeCompare(b.label, 'en'))
  // Sources without anything are folded.
  const busy = rows.filter(({ total, open }) => total > 0 || open > 0).slice(0, shownMax)
  const shown = isWhole ? rows : busy
  const trends = useQueries({
    queries: shown.map(({ source, total }, index) => ({
      ...frequencyQuery(company, rangeDays, source),
      enabled: index < sparkMax && total > 0,
    })),
  })
  return (
    <>
      <ScrollRegion aria-label={t('sourceTable')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('source')}</th>
              <th scope="col">{t('threats')}</th>
              {hasChange(rangeDays) ? (
                <th scope="col">
                  <Explained about={t('about.change', { range: rangeDays })}>{t('change')}</Explained>
                </th>
              ) : null}
              <th scope="col">{t('open')}</th>
              <th scope="col" className={css.roomy}>
                {t('critical')}
              </th>
              <th scope="col" className={css.roomy}>
                {t('lastDays', { range: rangeDays })}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <SourceRow key={row.source} row={row} rangeDays={rangeDays} points={trends[index]?.data} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <FailedParts of={trends}>{t('trendsFailed')}</FailedParts>
      {shown.length === 0 ? (
        <Text as="p" tone="quiet">
          {t('noThreatsInRange', { range: rangeDays })}
        </Text>
      ) : null}
      {rows.length > busy.length ? (
        <Button kind="quiet" className={css.more ?? ''} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('showFewer') : t('showAllSourcesCount', { count: rows.length })}
        </Button>
      ) : null}
    </>
  )
}

/** The server covers one year back, so a range of one year can't be compared with the one before. */
function hasChange(rangeDays: number): boolean {
  return rangeDays < 365
}

interface SourceRowProps {
  row: SourceSummary
  rangeDays: number
  /** Left out while they aren't known. */
  points: readonly Point[] | undefined
}

function SourceRow({ row, rangeDays, points }: SourceRowProps) {
  const range = points ? splitRange(points, rangeDays) : null
  const before = range?.before ?? null
  const total = range ? sumOf(range.now) : row.total
  const moved = before === null ? null : difference(total, before)
  const tone = before !== null && isNoticeable(total, before) ? (total > before ? 'worse' : 'better') : undefined
  return (
    <tr>
      <th scope="row">
        <Link to="/threats/$source" params={{ source: sourceSlug(row.source) }} className="way-link name-link">
          <SourceIcon source={row.source} />
          {valueName(row.label)}
        </Link>
      </th>
      <td>{exactNumber(row.total)}</td>
      {hasChange(rangeDays) ? <td data-tone={moved ? tone : undefined}>{moved ?? ''}</td> : null}
      <td>{exactNumber(row.open)}</td>
      <td className={css.roomy}>{exactNumber(row.bySeverity.Critical)}</td>
      <td className={`${css.line} ${css.roomy}`}>
        {range ? (
          <Spark
            finding={findingOf(valueName(row.label), rangeDays, total, moved)}
            values={thinned(range.now, sparkPoints)}
            tone={tone === undefined ? 'accent' : tone === 'worse' ? 'critical' : 'good'}
          />
        ) : null}
      </td>
    </tr>
  )
}

/** A sentence that describes the line. */
function findingOf(label: string, rangeDays: number, total: number, moved: string | null): string {
  const threats = t('threatsCount', { count: total })
  return moved
    ? t('sourceFindingMoved', {
        label,
        range: rangeDays,
        threats,
        moved,
      })
    : t('sourceFinding', { label, range: rangeDays, threats })
}
