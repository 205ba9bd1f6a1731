import { asksProvider } from '@signet/contract/collection/connectors'
import type { ConnectorRow } from './connectors.queries.ts'

/** Where providers deliver to, below the origin of the portal. */
export const hookBase = '/api/hooks'

const companyIdMax = 2 ** 31 - 1

/** The secret part of an address: the company, so that only its connectors are searched, and the random id of the connector. */
export const hookTokenOf = ({ company_id: companyId, id }: Pick<ConnectorRow, 'company_id' | 'id'>): string =>
  `${companyId.toString(36)}_${id}`

/** The company of the secret part of an address; null if it is none. */
export function readHookToken(token: string): number | null {
  const [, written = ''] = /^([0-9a-z]{1,6})_[0-9a-f-]{36}$/.exec(token) ?? []
  const companyId = Number.parseInt(written, 36)
  return companyId >= 1 && companyId <= companyIdMax ? companyId : null
}

/** The path that a provider delivers to; null for a connector that asks its provider. */
export const hookOf = (row: ConnectorRow): string | null =>
  asksProvider(row.connector) ? null : `${hookBase}/${row.connector}/${hookTokenOf(row)}`
