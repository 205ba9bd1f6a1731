import { sql } from 'kysely'
import { collectingConnectorNames, connectors } from '@signet/contract/collection/connectors'
import type { ThreatSource } from '@signet/contract/threats/sources'
import type { Tx } from '../../../db/database.ts'
import type { ConnectorRow } from './connectors.queries.ts'

type Stored = Pick<
  ConnectorRow,
  'is_on' | 'on_since' | 'paused_at' | 'problem' | 'ran_at' | 'data_at' | 'next_run_at' | 'connector'
>
type None = Record<Exclude<keyof Stored, 'connector'>, null> & { connector: null }

/** One connector of a source of a company; without its columns if nothing is stored for any connector of that source. */
export type CoverageRow = (Stored | None) & { company_id: number; source: ThreatSource }

const sources = collectingConnectorNames.map((name) => connectors[name].source)

/**
 * The sources that companies have, each with its stored connectors, in one statement. As many rows as there are sources and stored
 * connectors. Indexes: companies_pkey, connectors_company_id_connector_key.
 */
export async function coverageRows(tx: Tx, companyIds: readonly number[]): Promise<CoverageRow[]> {
  const { rows } = await sql<CoverageRow>`
    select c.id as company_id, s.source, k.connector, k.is_on, k.on_since, k.paused_at, k.problem, k.ran_at, k.data_at, k.next_run_at
    from companies c cross join lateral unnest(c.threat_sources) as s (source)
      left join (
        select k.*, o.source from connectors k
          join unnest(${[...collectingConnectorNames]}::text[], ${sources}::text[]) as o (connector, source) on o.connector = k.connector
        where k.company_id = any (${companyIds}::int[])) k on k.company_id = c.id and k.source = s.source
    where c.id = any (${companyIds}::int[])`.execute(tx)
  return rows
}
