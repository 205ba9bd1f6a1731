import { sql } from 'kysely'
import { connectors } from '@signet/contract/collection/connectors'
import { openStages } from '@signet/contract/review/qa'
import type { ThreatSource } from '@signet/contract/threats/sources'
import type { Tx } from '../../db/database.ts'

/** Whether the installation reads any feed or certificate log; nobody reads those of the demo. */
export async function hasFeeds(tx: Tx): Promise<boolean> {
  const scan = tx.selectFrom('scans').select('id').where('state', '=', 'done').limit(1)
  const listed = tx.selectFrom('ct_logs').select('id').where('is_listed', '=', true)
  const log = listed.where('is_demo', '=', false).limit(1)
  return (await scan.executeTakeFirst()) !== undefined || (await log.executeTakeFirst()) !== undefined
}

/**
 * Which of the sources of a company are set up: something collects them, or there are threats. Keeps their order. Indexes: threats_stage,
 * connectors_company_id_connector_key.
 */
export async function setUpSources(
  tx: Tx,
  companyId: number,
  chosen: readonly ThreatSource[],
): Promise<ThreatSource[]> {
  const { rows } = await sql<{ source: ThreatSource }>`
    select s.source from unnest(${[...chosen]}::text[]) s (source) where exists (
      select from threats t where t.company_id = ${companyId} and t.kind = 'threat' and t.stage = any (${[...openStages]})
        and t.source = s.source)`.execute(tx)
  const on = await tx
    .selectFrom('connectors')
    .select('connector')
    .where('company_id', '=', companyId)
    .where('is_on', '=', true)
    .execute()
  const read: ThreatSource[] = (await hasFeeds(tx)) ? ['Domain', 'URL'] : []
  const ready = new Set([
    ...rows.map(({ source }) => source),
    ...on.map(({ connector }) => connectors[connector].source),
    ...read,
  ])
  return chosen.filter((source) => ready.has(source))
}
