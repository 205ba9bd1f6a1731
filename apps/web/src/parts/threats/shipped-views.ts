import { calendarDay } from '../../format/time/date-time.ts'
import { dayBefore } from '../../ui/filters/day-range.ts'
import { undecidedView } from '../../url/undecided-view.ts'
import { t } from './words.ts'

/*
 * A view consists of filters, sorting and columns with a name. Its filters are stored as URL parameters of the list, except for `days`: a
 * range that ends today moves forward each day.
 */

/** The filters of a view as URL parameters of its list. */
export type ViewFilters = Readonly<Record<string, string>>

export interface ShippedView {
  id: string
  name: string
  filters: ViewFilters
}

/** The views that all users have. */
export const shippedViews: readonly ShippedView[] = [
  {
    ...undecidedView,
    get name() {
      return t('needsDecision')
    },
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

/** The longest range of a view in days. */
const daysMax = 366

/** The date range that corresponds to the days of a view today. */
export function daysOfView(days: string | undefined, now: Date): { from: string } | undefined {
  return days && Number(days) > 0
    ? { from: dayBefore(calendarDay(now), Math.min(daysMax, Number(days)) - 1) }
    : undefined
}

/** The link to a list with a view and its filters. A list that is already open applies them too. */
export function viewHref(list: string, { id, filters }: Pick<ShippedView, 'id' | 'filters'>, now: Date): string {
  const { days, ...set } = filters
  return `${list}?${new URLSearchParams({ ...set, ...daysOfView(days, now), view: id })}`
}
