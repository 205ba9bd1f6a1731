import type { Report, ReportKind } from '@signet/contract/reports'
import { exportKinds } from '@signet/contract/exports'
import { partsOf } from '../../format/date-time.ts'
import { t } from './words.ts'
import { kindWords, periodText, sectionWords } from './report-words.ts'

const quarters = ['quarter1', 'quarter2', 'quarter3', 'quarter4'] as const
/** Regular reports are named after subject and period; any other has its own name. */
const regular: ReadonlySet<ReportKind> = new Set(['weekly', 'monthly', 'quarterly', 'annual'])

/** A period as people call it: `October 2026`, `3rd quarter 2026`, `week 41 of 2026`; else its days. */
export function periodName(period: string): string {
  const [, year, month, quarter, week] = /^(\d{4})(?:-(?:(\d{2})|Q([1-4])|W(\d{2})))?$/.exec(period) ?? []
  if (!year) return periodText(period)
  const parts = month ? partsOf(`${year}-${month}-15T12:00:00Z`, 'UTC') : null
  if (parts) return `${parts.month} ${year}`
  const quarterly = quarter && quarters[Number(quarter) - 1]
  if (quarterly) return t(quarterly, { year })
  return week ? t('weekOfYear', { week: String(Number(week)), year }) : year
}

/**
 * What a report is called. Files are named for machines: `meridian-threats-report-2026-10.pdf` is `Threats, October 2026`.
 */
export function reportTitle({ name, kind, period }: Pick<Report, 'name' | 'kind' | 'period'>): string {
  if (!regular.has(kind)) return name.replace(/\.[a-z0-9]{1,5}$/i, '')
  const words = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const subjects = exportKinds.filter((subject) => words.has(subject))
  const [subject] = subjects.length === 1 ? subjects : []
  return `${t(subject ? sectionWords[subject] : kindWords[kind])}, ${periodName(period)}`
}

/**
 * What is searched for when somebody types words of a title: months and quarters as periods write them.
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
