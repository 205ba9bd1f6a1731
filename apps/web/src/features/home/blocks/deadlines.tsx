import { can } from '@signet/contract/access/permissions'
import { getAnalysisDueFigures } from '@signet/contract/requests/analysis-work'
import type { DueFigures } from '@signet/contract/requests/due-dates'
import { getRequestDueFigures } from '@signet/contract/requests/requests'
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
  /** Undefined while it is loading, null when that failed. */
  target: string | null | undefined
  kept: Kept | null | undefined
}

const hoursPerDay = 24
const overdue = { due: ['overdue'] }

const rangeOf = (numbers: readonly number[]) => ({ from: Math.min(...numbers), to: Math.max(...numbers) })

/** Within how many days cases are due: what is due within hours is due at the end of that day. */
function daysText(hours: Record<string, number>, text: 'daysBySeverity' | 'daysByType'): string {
  const days = Object.values(hours).map((each) => Math.ceil(each / hoursPerDay))
  const { from, to } = rangeOf(days)
  return from === to ? t('daysCount', { count: from }) : t(text, { from, to })
}

/** Target times are exact: in hours, unless all are whole days. */
function targetText(targetHours: Record<string, number>): string {
  const hours = Object.values(targetHours)
  if (hours.every((each) => each % hoursPerDay === 0)) return daysText(targetHours, 'daysBySeverity')
  const { from, to } = rangeOf(hours)
  return from === to ? t('hoursCount', { count: from }) : t('hoursBySeverity', { from, to })
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
      target: figure(takedowns, ({ targetHours }) => targetText(targetHours)),
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
      target: figure(analyses, ({ dueHours }) => daysText(dueHours, 'daysBySeverity')),
      kept: figure(analyses, keptOf),
    },
  ]
  if (mayReadRequests)
    rows.push({
      key: 'requests',
      path: '/addRequest',
      target: figure(requests, ({ dueHours }) => daysText(dueHours, 'daysByType')),
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
                <small>{shown(target, (text) => text)}</small>
              </Stack>
            ),
          },
          {
            key: 'open',
            label: t('open'),
            isFigure: true,
            render: ({ kept }) => shown(kept, ({ open }) => exactNumber(open)),
          },
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
                shown(kept, ({ overdue: late }) => exactNumber(late))
              ),
          },
          {
            key: 'inTime',
            label: t('inTime'),
            about: t('about.inTime', { range: rangeDays }),
            isFigure: true,
            render: ({ kept }) =>
              shown(kept, ({ inTime, ended }) =>
                ended === 0 ? t('none') : t('inTimeOf', { n: exactNumber(inTime), all: exactNumber(ended) }),
              ),
          },
        ]}
      />
    </Card>
  )
}

/** A value once it is loaded. */
function shown<T>(value: T | null | undefined, textOf: (value: T) => string): string {
  if (value === undefined) return '\u2013'
  return value === null ? t('unknown') : textOf(value)
}
