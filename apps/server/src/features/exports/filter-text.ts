import { isOneOf } from '@signet/contract/narrow'
import { takedownStatuses, takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import { anySourceOf, everySource } from '@signet/contract/threats/sources'

const names: Readonly<Record<string, string>> = {
  source: 'Source',
  threatSource: 'Source',
  adSource: 'Ad platform',
  urlSource: 'URL source',
  threatSeverity: 'Severity',
  threatType: 'Type',
  leakType: 'Type',
  status: 'Status',
  takedownStatus: 'Takedown status',
  searchQuery: 'Search',
}

/** The filters of a report apart from its period, as the first page names them, e.g. `Severity: Critical, High · Source: Domain`. */
export function filterText(filters: Readonly<Record<string, string | readonly string[]>>): string {
  const others = Object.entries(filters).filter(([key]) => key !== 'fromDate' && key !== 'toDate' && key !== 'tab')
  const named = others.flatMap(([key, value]) => {
    const name = names[key]
    const values = typeof value === 'string' ? (key === 'searchQuery' ? [value] : value.split(',')) : value
    return name === undefined ? [] : [`${name}: ${values.map(valueText).join(', ')}`]
  })
  const more = others.length - named.length
  return [...named, ...(more > 0 ? [`${more} more ${more === 1 ? 'filter' : 'filters'}`] : [])].join(' · ')
}

function valueText(value: string): string {
  if (isOneOf(takedownStatuses, value)) return takedownStatusLabels[value]
  const source = anySourceOf(value)
  return source ? everySource[source].label : value
}
