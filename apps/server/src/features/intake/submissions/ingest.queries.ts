import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder, type Updateable } from 'kysely'
import { required } from '@signet/contract/narrow'
import { harmlessStatuses } from '@signet/contract/threats/records'
import type { AnySource } from '@signet/contract/threats/sources'
import type { TimePaging } from '@signet/contract/wire'
import { countedPage } from '../../../db/capped-page.ts'
import type { Tx } from '../../../db/database.ts'
import type { Row } from '../../../db/rows.ts'
import type { Tables } from '../../../db/tables.ts'
import { notifyArrived } from '../../notifications/notify-changes.ts'
import type { IngestedThreat } from './ingest-line.ts'
import { reopenChanged, type SeenAgain } from './reopen-changed.ts'

export type IngestJobRow = Row<'ingest_jobs'>

/** How long an Idempotency-Key is stored. */
const keyKept = '48 hours'
/** A job whose request wrote nothing for this long is considered abandoned. */
const lostAfter = '10 minutes'

interface NewJob {
  companyId: number
  source: AnySource
  apiKeyId: string
  keyName: string
  idempotencyKey: string | null
}

/**
 * The job of a request: a new one, or the one started with the same Idempotency-Key, which this request takes over.
 *
 * Indexes: ingest_jobs_key, ingest_jobs_pkey.
 */
export async function openJob(tx: Tx, job: NewJob): Promise<IngestJobRow> {
  const run = randomUUID()
  if (job.idempotencyKey !== null) {
    await tx
      .updateTable('ingest_jobs')
      .set({ idempotency_key: null })
      .where('company_id', '=', job.companyId)
      .where('idempotency_key', '=', job.idempotencyKey)
      .where('created_at', '<', sql<Date>`now() - ${keyKept}::interval`)
      .execute()
  }
  const added = await tx
    .insertInto('ingest_jobs')
    .values({
      company_id: job.companyId,
      id: randomUUID(),
      source: job.source,
      api_key_id: job.apiKeyId,
      key_name: job.keyName,
      idempotency_key: job.idempotencyKey,
      run,
      lines_hash: null,
      error: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (added) return added
  return tx
    .updateTable('ingest_jobs')
    .set({
      run: sql`case when state = 'done' then run else ${run}::uuid end`,
      state: sql`case when state = 'done' then 'done' else 'running' end`,
      error: null,
      updated_at: sql`now()`,
    })
    .where('company_id', '=', job.companyId)
    .where('idempotency_key', '=', job.idempotencyKey)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records the progress of a job; false if another request has taken it over. Index: ingest_jobs_pkey. */
export async function setProgress(
  tx: Tx,
  job: Pick<IngestJobRow, 'company_id' | 'id' | 'run'>,
  progress: Updateable<Tables['ingest_jobs']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ingest_jobs')
    .set({ ...progress, updated_at: sql`now()` })
    .where('company_id', '=', job.company_id)
    .where('id', '=', job.id)
    .where('run', '=', job.run)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One finding, with each value as an element of the array literals that are sent to the database. */
export type IngestRow = readonly string[]

const columns: { name: string; type: string; of: (threat: IngestedThreat) => string | null }[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'source', type: 'text', of: ({ source }) => source },
  { name: 'fingerprint', type: 'bytea', of: ({ fingerprint }) => `\\x${fingerprint.toString('hex')}` },
  { name: 'title', type: 'text', of: ({ title }) => title },
  { name: 'search', type: 'text', of: ({ search }) => search },
  { name: 'threat_type', type: 'text', of: ({ threatType }) => threatType },
  { name: 'severity', type: 'smallint', of: ({ severity }) => String(severity) },
  { name: 'category', type: 'text', of: ({ category }) => category },
  { name: 'url', type: 'text', of: ({ url }) => url },
  { name: 'fields', type: 'jsonb', of: ({ fields }) => JSON.stringify(fields) },
  { name: 'brand_id', type: 'uuid', of: ({ brandId }) => brandId },
  { name: 'score', type: 'smallint', of: ({ score }) => String(score) },
  { name: 'indicators', type: 'jsonb', of: ({ indicators }) => JSON.stringify(indicators) },
  { name: 'first_seen', type: 'timestamptz', of: ({ firstSeen }) => firstSeen.toISOString() },
  { name: 'last_seen', type: 'timestamptz', of: ({ lastSeen }) => lastSeen.toISOString() },
]
const columnNames = sql.raw(columns.map(({ name }) => name).join(', '))

/** The row of a finding. Created line by line: the driver would escape five thousand of them at once and block other work. */
export function ingestRowOf(threat: IngestedThreat): IngestRow {
  return columns.map(({ of }) => {
    const text = of(threat)
    return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
  })
}

/** Whether known threats get the fields and sightings of findings, or stay exactly as they are. */
export type KnownThreats = 'refreshed' | 'unchanged'

const refresh = sql`do update set
        title = excluded.title, search = excluded.search, url = excluded.url, fields = excluded.fields,
        first_seen = least(threats.first_seen, excluded.first_seen),
        last_seen = greatest(threats.last_seen, excluded.last_seen),
        sightings = threats.sightings + (excluded.last_seen > threats.last_seen)::int,
        version = threats.version + (threats.fields is distinct from excluded.fields)::int
      where threats.fields is distinct from excluded.fields or excluded.last_seen > threats.last_seen
        or excluded.first_seen < threats.first_seen`

/** The condition for threats that a person set aside: deleted, or published and found harmless. */
const isSetAside = sql<boolean>`(t.stage = 'deleted' or (t.stage = 'published' and t.status = any (${[...harmlessStatuses]}::text[])))`

/**
 * The threats among findings that a person set aside and that may have changed materially, locked in the order of the upsert. Most batches
 * have none, which one look at the fingerprints tells, in linear time whatever the plan. Index: the unique one of fingerprints.
 *
 * @param fingerprints an array literal with those of `incoming`
 */
async function lockSetAside(
  tx: Tx,
  companyId: number,
  fingerprints: RawBuilder<unknown>,
  incoming: RawBuilder<unknown>,
): Promise<SeenAgain[]> {
  const { rows: aside } = await sql<{ id: string }>`
    select t.id from threats t where t.company_id = ${companyId} and t.fingerprint = any (${fingerprints}) and ${isSetAside}`.execute(
    tx,
  )
  if (aside.length === 0) return []
  const { rows } = await sql<SeenAgain>`
    select t.id, t.kind, t.source, t.title, t.stage, t.status, t.severity, t.score, t.fields,
      i.severity as new_severity, i.score as new_score, i.fields as new_fields, i.indicators as new_indicators
    from threats t join ${incoming} on t.kind = i.kind and t.source = i.source and t.fingerprint = i.fingerprint
    where t.company_id = ${companyId} and t.id = any (${aside.map(({ id }) => id)}::uuid[]) and ${isSetAside}
      and (i.score > t.score or i.fields is distinct from t.fields)
    order by t.kind, t.fingerprint for update of t`.execute(tx)
  return rows
}

/**
 * Stores findings of other programs and of connectors: new ones go to the review queue; for known ones, fields and sightings are updated,
 * but nothing that a person decided, unless they changed materially (`reopen-changed.ts`). The version changes only with the fields, so
 * that users who have the threat open are informed.
 *
 * @param rows at most 5,000, no fingerprint of a kind twice
 * @returns how many are new
 */
export async function putIngested(
  tx: Tx,
  companyId: number,
  rows: readonly IngestRow[],
  known: KnownThreats = 'refreshed',
): Promise<number> {
  if (rows.length === 0) return 0
  const arrays = columns.map(({ type }, at) => sql`${`{${rows.map((row) => row[at]).join(',')}}`}::${sql.raw(type)}[]`)
  const incoming = sql`unnest(${sql.join(arrays)}) as i (${columnNames})`
  if (known === 'refreshed') {
    const fingerprints = required(arrays[columns.findIndex(({ name }) => name === 'fingerprint')], 'fingerprints')
    await reopenChanged(tx, companyId, await lockSetAside(tx, companyId, fingerprints, incoming))
  }
  const { rows: kept } = await sql<{ added: number }>`
    with kept as (
      insert into threats (company_id, ${columnNames})
      select ${companyId}, i.* from ${incoming}
      order by i.kind, i.fingerprint
      on conflict (company_id, kind, source, fingerprint) ${known === 'unchanged' ? sql`do nothing` : refresh}
      returning (xmax = 0) as is_new
    )
    select count(*) filter (where is_new)::int as added from kept`.execute(tx)
  const added = kept[0]?.added ?? 0
  if (added > 0) await notifyArrived(tx, companyId)
  return added
}

/** A page of jobs, newest first, with the total number. */
export async function listJobs(tx: Tx, companyIds: readonly number[], query: TimePaging) {
  const jobs = tx.selectFrom('ingest_jobs').where('company_id', 'in', companyIds)
  const sorted = jobs
    .select(['company_id', 'id', 'source', 'accepted', 'duplicates', 'suppressed', 'rejected_count', 'created_at'])
    .select(
      sql<IngestJobRow['state']>`case when state = 'running' and updated_at < now() - ${lostAfter}::interval
        then 'failed' else state end`.as('state'),
    )
    .orderBy('created_at', query.sortDirection)
    .orderBy('id', query.sortDirection)
  return countedPage(jobs, sorted, query)
}
