import type * as contract from '@signet/contract/collection/company-coverage'
import { threatSources } from '@signet/contract/threats/sources'
import type { Handler } from '../../../app/handler.ts'
import { cappedPage } from '../../../db/capped-page.ts'
import { hasFeeds } from '../../companies/set-up-sources.queries.ts'
import { coverageOf, coverageOrder, isTroubled } from './company-coverage.ts'
import { coverageRows } from './company-coverage.queries.ts'
import { clockIn } from './connector-work.ts'
import { lastArrivals } from './connectors.queries.ts'

/** The states follow from times and problems, so rows are filtered and sorted here. There are some twenty for each company. */
export const listCompanyCoverage: Handler<typeof contract.listCompanyCoverage> = async (
  { tx, companies },
  { query },
) => {
  const { pageNumber, limit, sortField, sortDirection, states, sources, searchQuery = '' } = query
  const ids = companies.map(({ id }) => id)
  const rows = await coverageRows(tx, ids)
  const arrivals = new Map((await lastArrivals(tx, ids)).map((one) => [`${one.companyId} ${one.source}`, one.at]))
  const now = { isRead: await hasFeeds(tx), clock: await clockIn(tx) }
  const byCompany = Map.groupBy(rows, (row) => row.company_id)
  const all = companies.flatMap((company) => {
    const bySource = Map.groupBy(byCompany.get(company.id) ?? [], ({ source }) => source)
    return threatSources.flatMap((source) => {
      const own = bySource.get(source)
      const arrivedAt = arrivals.get(`${company.id} ${source}`)
      return own ? [coverageOf(company, source, own, { ...now, arrivedAt })] : []
    })
  })
  const wanted = searchQuery.toLowerCase()
  const found = all.filter(
    ({ state, source, companyName }) =>
      (!states?.length || states.includes(state)) &&
      (!sources?.length || sources.includes(source)) &&
      companyName.toLowerCase().includes(wanted),
  )
  const items = found
    .toSorted(coverageOrder(sortField, sortDirection === 'asc' ? 1 : -1))
    .slice((pageNumber - 1) * limit, pageNumber * limit)
  const troubled = all.filter(isTroubled)
  const troubledOf = [...Map.groupBy(troubled, ({ company }) => company)]
  return {
    ...cappedPage(items, found.length, query),
    troubled: troubled.length,
    troubledOf: troubledOf.map(([company, { length: count }]) => ({ company, count })),
    stateCounts: [...Map.groupBy(all, ({ state }) => state)].map(([state, { length: count }]) => ({ state, count })),
  }
}
