import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Database } from '../../../apps/server/src/db/database.ts'
import { openLog } from '../../../apps/server/src/log.ts'
import { threatSources } from '../../../packages/contract/src/threats/sources.ts'
import type { Role } from '../../../packages/contract/src/access/permissions.ts'
import { hourMs } from '../../../packages/contract/src/time.ts'
import { hashOf, newToken } from '../../../apps/server/src/features/sessions/tokens/tokens.ts'
import { foldCounts } from '../../../apps/server/src/features/counts/keep-counts.ts'
import { addUser } from '../../../apps/server/src/features/identity/add-user.queries.ts'
import { insertAudit, insertLogs, insertTouts } from './large-activity.ts'
import type { LargeData, Reader } from './large-data-shape.ts'
import { insertLeaks } from './large-leaks.ts'
import { withoutIndexes } from '../without-indexes.ts'

/** The size of the large data set. */
export interface Size {
  threats: number
  companies: number
  /** Threats of the largest company; the others share the rest by Zipf's law. */
  largest: number
  /** Distributed among the companies like the threats. */
  leaks: number
}

/** Inserts companies with a year of data, generated with SQL; the first company is the largest and has the users who read. */
export async function insertLargeData(database: Database, size: Size, say: (line: string) => void): Promise<LargeData> {
  const client = await database.pool.connect()
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off')
    const companyIds = await insertCompanies(client, size.companies)
    const [companyId = 0] = companyIds
    const roles: Role[] = ['client', 'superAdmin', 'qa']
    const readers = await Promise.all(roles.map(async (role) => [role, await insertReader(database, companyId, role)]))
    const data: LargeData = {
      companyId,
      companyKey: 'bench-1',
      largest: size.largest,
      readers: Object.fromEntries(readers) as LargeData['readers'],
    }
    const counts = countsOf(size)
    const leakCounts = counts.map((count) => Math.round((count * size.leaks) / size.threats))
    say(`Inserting ${size.threats.toLocaleString('en')} threats of ${size.companies} companies …`)
    await withoutIndexes(client, ['threats'], async () => {
      for (const [at, id] of companyIds.entries()) await insertThreats(client, id, counts[at] ?? 0)
      await insertTouts(client, companyId, Math.round(size.largest / 10))
    })
    await insertDecisions(client, companyId)
    say('Inserting the audit, the logs and the rest …')
    await insertAudit(client, data)
    await insertLogs(database, client)
    say(`Inserting ${size.leaks.toLocaleString('en')} leaks …`)
    await insertLeaks(client, companyIds, leakCounts)
    say('Adding up the counts …')
    await foldCounts({ database, log: openLog('silent') })
    say('Collecting statistics …')
    await client.query('vacuum analyze')
    return data
  } finally {
    // Destroys the connection, which has a different time limit.
    client.release(true)
  }
}

function countsOf({ threats, companies, largest }: Size): number[] {
  const weights = Array.from({ length: companies - 1 }, (_, at) => 1 / (at + 2))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return [largest, ...weights.map((weight) => Math.round(((threats - largest) * weight) / sum))]
}

async function insertCompanies(client: PoolClient, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into companies (key, name, threat_sources, tout_sources, modules)
      select 'bench-' || n, 'Bench ' || n, $2, array['Telegram', 'YouTube', 'Extension'], '{"leaks": true, "touts": true, "news": true, "kmp": true}'
      from generate_series(1, $1::int) n returning id`,
    [count, threatSources],
  )
  return rows.map(({ id }) => id)
}

/** Half of them are look-alike domains, a third pages, the rest apps and profiles; the newest are waiting for review. */
async function insertThreats(client: PoolClient, companyId: number, count: number): Promise<void> {
  await client.query(`insert into threats (company_id, id, source, fingerprint, title, search, threat_type, severity, status, stage, staged_at,
        fields, score, class, url, category, first_seen, last_seen, published_at, indicators)
      select ${companyId}::int,
        (lpad(to_hex(${companyId}::int), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, source,
        decode(md5(${companyId}::text || n), 'hex'), title, title, kind, severity,
        case when n % 10 > 5 and stage = 'published' then (array['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'])[1 + n % 4] else 'open' end,
        stage, seen,
        case source when 'Domain' then jsonb_build_object('domain_name', title, 'brand', 'Bench', 'registrable_domain', title, 'registrar', 'Registrar ' || n % 100)
          when 'URL' then jsonb_build_object('link', title, 'host', split_part(title, '/', 3), 'urlSource', 'bench')
          when 'APK' then jsonb_build_object('appName', title, 'packageName', 'example.' || n)
          else jsonb_build_object('Username', title, 'ProfileName', title, 'followers', abs(hashint8(n)) % 100000) end,
        40 + n % 60, 'combosquat', null, (array['Phishing', 'Impersonation', 'Fraud'])[1 + n % 3],
        seen, seen + make_interval(hours => (n % 200)::int), case when stage = 'published' then seen + interval '1 hour' end,
        '[{"name": "Brand as a separate word", "value": "bench", "contribution": 68}, {"name": "Words added to the brand", "value": "login", "contribution": 16}]'
      from (select n, source, severity, stage, seen,
          case source when 'URL' then 'https://' || word || '-bench-' || n || '.example/login' when 'Domain' then word || '-bench-' || n || '.example'
            else 'Bench ' || word || ' ' || n end as title,
          case source when 'Domain' then 'Look-alike domain' when 'URL' then 'Phishing page' when 'APK' then 'Fake app' else 'Impersonating profile' end as kind
        from (select n,
            case when n % 20 < 10 then 'Domain' when n % 20 < 16 then 'URL' when n % 20 < 18 then 'APK' else 'Instagram' end as source,
            (1 + (hashint8(n)::bigint & 1023) * 4 / 1024)::int as severity,
            case when n > ${count}::int * 0.95 then 'queued' when n % 50 = 0 then 'watchlist' else 'published' end as stage,
            now() - make_interval(secs => ((${count}::int - n) * 31536000.0 / ${count}::int)) as seen,
            (array['login', 'secure', 'verify', 'wallet', 'support', 'rewards', 'cards', 'refund'])[1 + abs(hashint8(n * 7)) % 8] as word
          from generate_series(1, ${count}::int) n) as drawn) as written`)
}

/** The records and cases of the decisions. */
async function insertDecisions(client: PoolClient, companyId: number): Promise<void> {
  await client.query(
    `insert into takedowns (company_id, id, threat_id, status, requested_by_name, requested_at)
      select company_id, gen_random_uuid(), id, (array['authorised', 'submitted', 'acknowledged', 'resolved'])[1 + abs(hashint8(score)) % 4],
        'Bench', last_seen from threats where company_id = ${companyId} and status = 'takedown';
    insert into deeper_analyses (company_id, id, threat_id, status, requested_by_name, requested_at, due_at, first_due_at)
      select company_id, gen_random_uuid(), id, 'completed', 'Bench', last_seen, last_seen, last_seen
      from threats where company_id = ${companyId} and status = 'deeperAnalysis'`,
  )
}

async function insertReader(database: Database, companyId: number, role: Role): Promise<Reader> {
  const sessionId = randomUUID()
  const userId = await database.inIdentity(async (tx) => {
    const user = { email: `${role.toLowerCase()}@bench.example`, name: 'Reader', role, companyId }
    const added = await addUser(tx, { ...user, adminCompanyIds: [], passwordHash: 'none' })
    const session = { id: sessionId, user_id: added.userId, token_hash: hashOf(newToken()), ip: null, user_agent: null }
    const expiresAt = new Date(Date.now() + 6 * hourMs)
    await tx
      .insertInto('sessions')
      .values({ ...session, expires_at: expiresAt, ended_at: null, ended_why: null })
      .execute()
    return added.userId
  })
  return { userId, sessionId }
}
