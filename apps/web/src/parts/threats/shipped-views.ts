import { calendarDay } from '../../format/date-time.ts'
import { dayBefore } from '../../ui/filters/day-range.ts'
import { t } from './words.ts'

/*
 * A view is filters, order and columns under a name. Its filters are as in the address of the list, but for `days`: a range that
 * ends today moves with the day.
 */

/** What a view shows, as in the address of its list. */
export type ViewFilters = Readonly<Record<string, string>>

export interface ShippedView {
  id: string
  name: string
  filters: ViewFilters
}

/** The views everybody has. */
export const shippedViews: readonly ShippedView[] = [
  {
    id: 'review',
    get name() {
      return t('needsReview')
    },
    filters: { status: 'open', sort: 'severity', dir: 'desc' },
  },
  {
    id: 'critical',
    get name() {
      return t('criticalLast7Days')
    },
    filters: { severity: 'Critical', days: '7' },
  },
  {
    id: 'takedown',
    get name() {
      return t('awaitingTakedown')
    },
    filters: { takedown: 'draft,awaiting_authorisation,authorised', sort: 'severity', dir: 'desc' },
  },
]

/** The longest range of days a view reaches back. */
const daysMax = 366

/** The date range that the days of a view mean today. */
export function daysOfView(days: string | undefined, now: Date): { from: string } | undefined {
  return days && Number(days) > 0
    ? { from: dayBefore(calendarDay(now), Math.min(daysMax, Number(days)) - 1) }
    : undefined
}

/** A list under a view, filters and all: also the list that is open already takes them from the address. */
export function viewHref(list: string, { id, filters }: Pick<ShippedView, 'id' | 'filters'>, now: Date): string {
  const { days, ...set } = filters
  return `${list}?${new URLSearchParams({ ...set, ...daysOfView(days, now), view: id })}`
}
