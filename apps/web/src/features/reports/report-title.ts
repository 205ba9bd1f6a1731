import type { Report, ReportKind } from '@signet/contract/reports/reports'
import { exportKinds } from '@signet/contract/reports/exports'
import { partsOf } from '../../format/time/date-time.ts'
import { t } from './words.ts'
import { reportKindWords, periodText, sectionWords } from './report-words.ts'

const quarters = ['quarter1', 'quarter2', 'quarter3', 'quarter4'] as const
/** Regular reports are named after subject and period. All others have names of their own. */
const regular: ReadonlySet<ReportKind> = new Set(['weekly', 'monthly', 'quarterly', 'annual'])

/** A readable period: `October 2026`, `3rd quarter 2026`, `week 41 of 2026`; otherwise its days. */
export function periodName(period: string): string {
  const [, year, month, quarter, week] = /^(\d{4})(?:-(?:(\d{2})|Q([1-4])|W(\d{2})))?$/.exec(period) ?? []
  if (!year) return periodText(period)
  const parts = month ? partsOf(`${year}-${month}-15T12:00:00Z`, 'UTC') : null
  if (parts) return `${parts.month} ${year}`
  const quarterly = quarter && quarters[Number(quarter) - 1]
  if (quarterly) return t(quarterly, { year })
  return week ? t('weekOfYear', { week: String(Number(week)), year }) : year
}

/** The title of a report. File names are technical: `meridian-threats-report-2026-10.pdf` becomes `Threats, October 2026`. */
export function reportTitle({ name, kind, period }: Pick<Report, 'name' | 'kind' | 'period'>): string {
  if (!regular.has(kind)) return name.replace(/\.[a-z0-9]{1,5}$/i, '')
  const words = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const subjects = exportKinds.filter((subject) => words.has(subject))
  const [subject] = subjects.length === 1 ? subjects : []
  return `${t(subject ? sectionWords[subject] : reportKindWords[kind])}, ${periodName(period)}`
}

/**
 * The search text for typed words of a title. Months and quarters are converted to the format of periods.
 *
 * @example wordsOfPeriod('October 2026') === '-10 2026'
 */
export function wordsOfPeriod(typed: string): string {
  const names = Array.from({ length: 12 }, (_, month) => {
    const number = String(month + 1).padStart(2, '0')
    return [partsOf(`2026-${number}-15T12:00:00Z`, 'UTC')?.month.toLowerCase() ?? '', `-${number}`] as const
  })
  return typed
    .replaceAll(/\b([1-4])(?:st|nd|rd|th|\.)\s*qua?rt\p{L}*/giu, 'Q$1')
    .split(/\s+/)
    .map((word) => {
      const plain = word.toLowerCase().replace(/[,.]$/, '')
      return names.find(([name]) => name === plain)?.[1] ?? plain
    })
    .join(' ')
}
