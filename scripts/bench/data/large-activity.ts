import type { PoolClient } from 'pg'
import { dayMs } from '../../../packages/contract/src/time.ts'
import type { Database } from '../../../apps/server/src/db/database.ts'
import { prepareDays } from '../../../apps/server/src/features/logs/logged-requests.queries.ts'
import type { LargeData } from './large-data-shape.ts'
import { withoutIndexes } from '../without-indexes.ts'

const requestDays = 90
const requests = 200_000
const signIns = 20_000
const notifications = 5000

/** A year of touts, distributed like the threats. */
export async function insertTouts(client: PoolClient, companyId: number, count: number): Promise<void> {
  await client.query(`insert into threats (company_id, id, kind, source, fingerprint, title, search, threat_type, severity, status, stage,
        fields, score, class, url, first_seen, last_seen, published_at)
      select ${companyId}::int,
        (lpad(to_hex(${companyId}::int), 8, '0') || '-0000-4000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, 'tout', source,
        decode(md5('tout' || ${companyId}::text || n), 'hex'), title, lower(title), 'Automatic booking', 1 + n % 4,
        case when n % 4 = 0 then 'takedown' else 'open' end, case when n % 12 = 0 then 'queued' else 'published' end,
        jsonb_build_object(field, title), 40 + n % 60, null, null, seen, seen + interval '2 days', seen + interval '1 hour'
      from (select n, 'Bench seller ' || n as title, now() - make_interval(secs => ((${count}::int - n) * 31536000.0 / ${count}::int)) as seen,
          (array['Telegram', 'YouTube', 'Extension'])[1 + n % 3] as source, (array['channelTitle', 'channelName', 'extensionName'])[1 + n % 3] as field
        from generate_series(1, ${count}::int) n) as drawn`)
}

/**
 * The audit of all decisions and publications. Entries are inserted without links of the chain, as all writers do: the program adds the
 * links after the commit (docs/decisions/audit-chain.md).
 */
export async function insertAudit(client: PoolClient, { companyId, readers }: LargeData): Promise<void> {
  await withoutIndexes(client, ['audit'], async () => {
    await client.query(`insert into audit (company_id, id, at, user_id, by_name, by_email, by_role, ip, action, target_type, target_id, after)
      select company_id, gen_random_uuid(), first_seen + interval '1 hour', '${readers.qa.userId}'::uuid, 'Reviewer', 'qa@bench.example', 'qa',
        '192.0.2.1', case stage when 'published' then 'qa.publish' else 'qa.watch' end, 'threat', id, jsonb_build_object('stage', stage)
      from threats where stage <> 'queued'`)
    await client.query(`insert into audit (company_id, id, at, user_id, by_name, by_email, by_role, ip, action, target_type, target_id, before, after)
      select company_id, gen_random_uuid(), first_seen + interval '1 day', '${readers.client.userId}'::uuid, 'Reader', 'client@bench.example',
        'client', '192.0.2.2', 'threat.' || status, 'threat', id, '{"status": "open"}', jsonb_build_object('status', status)
      from threats where status <> 'open'`)
    await client.query(`insert into audit (company_id, id, at, by_name, by_role, action, target_type, target_id, after)
      select company_id, gen_random_uuid(), requested_at, 'Reader', 'client', 'takedown.requested', 'takedown', id, '{"status": "authorised"}'
      from takedowns`)
  })
  await client.query(
    `insert into notifications (company_id, id, user_id, type, title, href, at, read_at)
      select $1, gen_random_uuid(), $2::uuid, 'threat', 'Bench ' || n, '/threats', now() - make_interval(hours => n), case when n > 40 then now() end
      from generate_series(1, $3::int) n`,
    [companyId, readers.client.userId, notifications],
  )
  await client.query(
    `insert into bookmarks (company_id, user_id, threat_id)
      select company_id, $2::uuid, id from threats where company_id = $1 and stage = 'published' and kind = 'threat' limit 500`,
    [companyId, readers.client.userId],
  )
}

/** The requests and sign-ins of the installation in the last 90 days. */
export async function insertLogs(database: Database, client: PoolClient): Promise<void> {
  await prepareDays(
    database,
    Array.from({ length: requestDays + 1 }, (_, index) => new Date(Date.now() - index * dayMs)),
  )
  await client.query(
    `insert into request_logs (at, method, path, status, ms, ip, user_email, company, request_id)
      select now() - make_interval(secs => n * ${requestDays - 1} * 86400.0 / $1), case when n % 9 = 0 then 'POST' else 'GET' end,
        '/api/rest/call-' || abs(hashint8(n)::bigint) % 60, (array[200, 200, 200, 200, 200, 200, 201, 304, 404, 401])[1 + n % 10],
        1 + abs(hashint8(n * 3)::bigint) % 90, '192.0.2.' || abs(hashint8(n * 5)::bigint) % 250, 'client@bench.example', 'bench-1', gen_random_uuid()
      from generate_series(1, $1::int) n`,
    [requests],
  )
  await client.query(`insert into request_counts (hour, method, path, status, bucket, count)
    select date_trunc('hour', at), method, path, status, case when ms <= 1 then 0 else ceil(ln(ms) / ln(1.2)) end, count(*)
    from request_logs group by 1, 2, 3, 4, 5`)
  await client.query(
    `insert into request_ips (hour, ip, count) select date_trunc('hour', at), ip, count(*) from request_logs group by 1, 2`,
  )
  await client.query(
    `insert into sign_ins (at, email, ip, user_agent, result)
      select now() - make_interval(secs => n * 7776000.0 / $1), 'client@bench.example', '192.0.2.' || n % 250, 'bench',
        case when n % 15 = 0 then 'refused' else 'ok' end from generate_series(1, $1::int) n`,
    [signIns],
  )
}
