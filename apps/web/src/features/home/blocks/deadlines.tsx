import { can } from '@signet/contract/access/permissions'
import { analysisDueHours } from '@signet/contract/requests/analysis-parts'
import { getAnalysisDueFigures } from '@signet/contract/requests/analysis-work'
import type { DueFigures } from '@signet/contract/requests/due-dates'
import { getRequestDueFigures, usualRequestDueHours } from '@signet/contract/requests/requests'
import { takedownTargetHours } from '@signet/contract/takedowns/takedown-policy'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useUser } from '../../../session/use-session.ts'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import { SimpleTable } from '../../../ui/grid/simple-table.tsx'
import { figure } from '../figures/figure-cards.tsx'
import { takedownFiguresQuery } from '../home.api.ts'
import { t } from '../words.ts'

interface Kept {
  open: number
  overdue: number
  inTime: number
  ended: number
}

interface Row {
  key: 'takedowns' | 'analyses' | 'requests'
  path: '/takedown' | '/deeperAnalysis' | '/addRequest'
  target: string
  /** Undefined while it is loading, null when that failed. */
  kept: Kept | null | undefined
}

const hoursPerDay = 24
const overdue = { due: ['overdue'] }

function daysOf(hours: Record<string, number>) {
  const days = Object.values(hours).map((each) => Math.ceil(each / hoursPerDay))
  return { from: Math.min(...days), to: Math.max(...days) }
}

const keptOf = ({ open, overdue: late, met, metLater, missed }: DueFigures): Kept => ({
  open,
  overdue: late,
  inTime: met,
  ended: met + metLater + missed,
})

/** What the provider promises for each kind of case, and how well it was kept in the range. */
export function Deadlines({ company, rangeDays }: { company: string; rangeDays: number }) {
  const mayReadRequests = can(useUser().role, 'requests:read')
  const query = { company, daysBack: rangeDays }
  const takedowns = useQuery(takedownFiguresQuery(company, rangeDays))
  const analyses = useQuery({
    queryKey: [company, 'home', 'analysesDue', rangeDays],
    queryFn: ({ signal }) => call(getAnalysisDueFigures, { query, signal }),
  })
  const requests = useQuery({
    queryKey: [company, 'home', 'requestsDue', rangeDays],
    queryFn: ({ signal }) => call(getRequestDueFigures, { query, signal }),
    enabled: mayReadRequests,
  })
  const rows: Row[] = [
    {
      key: 'takedowns',
      path: '/takedown',
      target: t('daysBySeverity', daysOf(takedownTargetHours)),
      kept: figure(takedowns, ({ running, overdue: late, removed, removedInTime }) => ({
        open: running,
        overdue: late,
        inTime: removedInTime,
        ended: removed,
      })),
    },
    {
      key: 'analyses',
      path: '/deeperAnalysis',
      target: t('daysBySeverity', daysOf(analysisDueHours)),
      kept: figure(analyses, keptOf),
    },
  ]
  if (mayReadRequests)
    rows.push({
      key: 'requests',
      path: '/addRequest',
      target: t('daysByType', daysOf(requests.data?.dueHours ?? usualRequestDueHours)),
      kept: figure(requests, keptOf),
    })
  return (
    <Card as="div">
      <Text as="h2" below={2}>
        {t('deadlines')}
      </Text>
      <SimpleTable
        label={t('deadlines')}
        rows={rows}
        idOf={({ key }) => key}
        isCards
        columns={[
          {
            key: 'case',
            label: t('case'),
            wraps: true,
            render: ({ key, target }) => (
              <Stack as="span" gap={0}>
                {t(`deadlineOf.${key}`)}
                <small>{target}</small>
              </Stack>
            ),
          },
          { key: 'open', label: t('open'), isFigure: true, render: ({ kept }) => countText(kept, ({ open }) => open) },
          {
            key: 'overdue',
            label: t('overdue'),
            isFigure: true,
            render: ({ key, kept, path }) =>
              kept && kept.overdue > 0 ? (
                <Link
                  to={path}
                  search={overdue}
                  aria-label={t('overdueOf', { count: exactNumber(kept.overdue), case: t(`deadlineOf.${key}`) })}
                >
                  {exactNumber(kept.overdue)}
                </Link>
              ) : (
                countText(kept, ({ overdue: late }) => late)
              ),
          },
          {
            key: 'inTime',
            label: t('inTime'),
            about: t('about.inTime', { range: rangeDays }),
            isFigure: true,
            render: ({ kept }) =>
              kept
                ? kept.ended === 0
                  ? t('none')
                  : t('inTimeOf', { n: exactNumber(kept.inTime), all: exactNumber(kept.ended) })
                : countText(kept, ({ ended }) => ended),
          },
        ]}
      />
    </Card>
  )
}

function countText(kept: Row['kept'], countOf: (kept: Kept) => number): string {
  if (kept === undefined) return '\u2013'
  return kept === null ? t('unknown') : exactNumber(countOf(kept))
}
