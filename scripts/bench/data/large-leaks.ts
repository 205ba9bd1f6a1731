import type { PoolClient } from 'pg'
import { withoutIndexes } from '../without-indexes.ts'

/**
 * Inserts three years of leaks with their figures for each company; half of the sign-ins have a password, as bytes that can't be decrypted.
 */
export async function insertLeaks(
  client: PoolClient,
  companyIds: readonly number[],
  counts: readonly number[],
): Promise<void> {
  await withoutIndexes(client, ['leaks'], async () => {
    for (const [at, id] of companyIds.entries()) await insertLeaksOf(client, id, counts[at] ?? 0)
  })
  await client.query(`set work_mem = '512MB'`)
  await client.query(countingSql)
  await client.query(
    `insert into company_assets (company_id, people)
      select $1, jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'name', 'Person ' || n, 'title', 'Director',
        'emails', jsonb_build_array('person' || n || '@mail.example'), 'handles', '[]'::jsonb) order by n)
      from generate_series(1, 25) n`,
    [companyIds[0]],
  )
}

async function insertLeaksOf(client: PoolClient, companyId: number, count: number): Promise<void> {
  if (count === 0) return
  await client.query(`insert into leaks (company_id, id, leak_type, fingerprint, entity, source, leaked_at, added_at, url, host, url_type,
        subdomain, username, login, search, is_employee, has_password, secret, stealer, doc_category, doc_source, records, status)
      select ${companyId}::int,
        (lpad(to_hex(${companyId}::int), 8, '0') || '-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, kind,
        decode(md5('leak' || ${companyId}::text || n), 'hex'), entity, source, leaked, leaked + make_interval(hours => (n % 700)::int),
        case when signs_in then 'https://' || host || '/login' end, case when signs_in then host end,
        case when signs_in then (array['signIn', 'administration', 'mail', 'remoteAccess', 'api', 'app', 'page'])[1 + n % 7] end,
        case when signs_in and n % 3 = 0 then host end,
        case when signs_in then login end, case when signs_in then login end,
        concat_ws(E'\\n', entity, source, case when signs_in then login || E'\\n' || host else 'paper ' || n end),
        kind = 'employeeCredentials', signs_in and n % 2 = 0,
        case when signs_in and n % 2 = 0 then decode(md5(n::text) || md5(n::text || 's'), 'hex') end,
        case when kind = 'stealerLogs' then 'stealer-' || n % 12 end,
        case when not signs_in then 'category-' || n % 15 end, case when not signs_in then 'place-' || n % 9 end,
        case when not signs_in then (1 + n % 5000)::int end,
        case n % 10 when 7 then 'resolved' when 8 then 'ignored' else 'open' end
      from (select n, kind, kind not in ('documents', 'sourceCode', 'piiDatabases') as signs_in, 'package-' || drawn % 300 as entity,
            'database-' || drawn % 40 as source,
            now() - make_interval(secs => ((${count}::int - n) * 94608000.0 / ${count}::int)) as leaked,
            'host' || (case when n % 3 = 0 then drawn % 30 else drawn % 2000 end) || '.bench-${companyId}.example' as host,
            'person' || drawn % greatest(1, ${count}::int / 3) || '@mail.example' as login
          from (select n, abs(hashint8(n * 13)::bigint) as drawn,
              (array['employeeCredentials', 'customerCredentials', 'customerCredentials', 'stealerLogs', 'stealerLogs', 'comboLists',
                'comboLists', 'sessionTokens', 'paymentCards', 'documents', 'sourceCode', 'piiDatabases'])[1 + abs(hashint8(n)::bigint) % 12] as kind
            from generate_series(1, ${count}::int) n) as drawn) as written`)
}

// Counts like CountChanges (leak-counts.queries.ts).
const countingSql = `insert into leak_counts (company_id, dimension, leak_type, key, leaks, employees, with_password)
  select company_id, dimension, case when dimension = 'host' then '' else leak_type end, key, count(*),
    count(*) filter (where is_employee), count(*) filter (where has_password)
  from leaks cross join lateral (values
    ('day', to_char(leaked_at at time zone 'UTC', 'YYYY-MM-DD')), ('addedDay', to_char(added_at at time zone 'UTC', 'YYYY-MM-DD')),
    ('database', source), ('package', entity), ('urlType', url_type), ('subdomain', subdomain), ('docCategory', doc_category),
    ('docSource', doc_source), ('stealer', stealer), ('host', host)) as counted (dimension, key)
  where status <> 'ignored' and key is not null group by 1, 2, 3, 4`
