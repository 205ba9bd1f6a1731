import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { Database } from '../../apps/server/src/db/database.ts'
import { signAccessToken } from '../../apps/server/src/features/sessions/tokens/tokens.ts'
import type { BenchServer } from './bench-server.ts'
import type { LargeData } from './data/large-data-shape.ts'
import { askThreads } from './list-row.ts'
import { runPgbench } from './pgbench.ts'
import type { CallRow } from './rows.ts'

/** Compares decisions on distinct threats with a handwritten transaction that does the same. */
export async function decisionRow(
  database: Database,
  server: BenchServer,
  data: LargeData,
  load: { threads: Worker; clients: number; seconds: number; directory: string; pgbench: string | null },
): Promise<CallRow> {
  const { threads, clients, seconds, directory, pgbench } = load
  const { companyId, companyKey, readers } = data
  const { rows } = await database.pool.query<{ id: string; source: string }>(
    `select id, source from threats where company_id = $1 and kind = 'threat' and stage = 'published' and status = 'open' and version = 1
      order by id limit 20000`,
    [companyId],
  )
  const token = await signAccessToken(server.keys, readers.client.sessionId, readers.client.userId)
  const urls = rows.map(
    ({ id, source }) => `${server.origin}/api/rest/threats/${source}/${id}/triage?company=${companyKey}`,
  )
  const body = JSON.stringify({ action: 'falsePositive', version: 1 })
  const half = urls.length >> 1
  const order = { url: '', token, body }
  const alone = await askThreads(threads, { ...order, urls: urls.slice(0, half), clients: 1, seconds: 1 })
  const figures = await askThreads(threads, { ...order, urls: urls.slice(half), clients, seconds })
  let pgbenchPerSecond: number | null = null
  if (pgbench) {
    const file = path.join(directory, 'decision.sql')
    writeFileSync(file, transactionScript(data))
    pgbenchPerSecond = await runPgbench(pgbench, database.connection, { file, variables: [] }, { clients, seconds })
  }
  return { name: 'one decision', aloneMs: alone.medianMs, ...figures, pgbenchPerSecond }
}

/** A decision in SQL: the key of the request, the locked threat, its change, its audit entry, and the stored response. */
function transactionScript({ companyId, readers, largest }: LargeData): string {
  const { userId } = readers.client
  const id = `(lpad(to_hex(${companyId}), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid`
  const lines = [
    `\\set n random(1, ${largest})`,
    '\\set key random(1, 1000000000000000)',
    'begin;',
    'set local role signet_app;',
    `set local app.companies = '${companyId}';`,
    `insert into idempotency_keys (company_id, user_id, key, route, body_hash) values (${companyId}, '${userId}', (:key)::text, 'decideThreat', '\\x${randomUUID().replaceAll('-', '')}') returning key;`,
    `select * from threats where company_id = ${companyId} and id = ${id} for update;`,
    `update threats set status = 'falsePositive', version = version + 1 where company_id = ${companyId} and id = ${id};`,
    `insert into audit (company_id, id, user_id, by_name, by_email, by_role, ip, action, target_type, target_id, before, after) values (${companyId}, gen_random_uuid(), '${userId}', 'Reader', 'client@bench.example', 'client', '127.0.0.1', 'threat.falsePositive', 'threat', ${id}, '{"status": "open"}', '{"status": "falsePositive"}');`,
    `select * from threats where company_id = ${companyId} and id = ${id};`,
    `update idempotency_keys set status = 200, answer = '{"id": "kept"}' where company_id = ${companyId} and user_id = '${userId}' and key = (:key)::text;`,
    'commit;',
  ]
  return `${lines.join('\n')}\n`
}
