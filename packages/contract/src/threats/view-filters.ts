import { addDays } from '../time.ts'

/* The filters of a saved view are those in the address of its list. Here they become the filters of the API. */

/** The filter of the API for each parameter of an address that narrows a list. */
const wireNames = {
  q: 'searchQuery',
  in: 'searchField',
  severity: 'threatSeverity',
  type: 'threatType',
  status: 'status',
  takedown: 'takedownStatus',
  isTakedown: 'isTakedown',
  category: 'category',
  assigned: 'assigned',
  adSource: 'adSource',
  urlSource: 'urlSource',
  fields: 'fields',
  auto: 'showAutomaticallyFiltered',
  from: 'fromDate',
  to: 'toDate',
  dateType: 'dateType',
} as const
/** A parameter of an address that narrows a list. */
export type ViewFilterName = keyof typeof wireNames

/** The longest range that ends today. */
const daysMax = 366

const flags: ReadonlySet<string> = new Set<ViewFilterName>(['isTakedown', 'auto'])
/** Parameters that order or arrange a list. */
const notNarrowing: ReadonlySet<string> = new Set(['sort', 'dir', 'similar'])

/**
 * The filters of a view as the API takes them. A name that the portal doesn't know is kept: it is one of the API, or refused by it.
 *
 * @param filters as in the address of the list; `days` is a range that ends today
 * @param today `YYYY-MM-DD`
 */
export function wireFiltersOf(filters: Readonly<Record<string, string>>, today: string): Record<string, string> {
  const wire: Record<string, string> = {}
  const names: Readonly<Record<string, string>> = wireNames
  for (const [name, value] of Object.entries(filters)) {
    if (notNarrowing.has(name)) continue
    if (name === 'days') {
      const days = Math.min(daysMax, Number(value))
      if (days > 0) wire['fromDate'] = addDays(today, 1 - days)
    } else wire[names[name] ?? name] = flags.has(name) ? String(value === '1') : value
  }
  return wire
}
