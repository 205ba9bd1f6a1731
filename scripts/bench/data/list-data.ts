import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayMs, hourMs } from '../../../packages/contract/src/time.ts'
import type { Database } from '../../../apps/server/src/db/database.ts'
import { openLog } from '../../../apps/server/src/log.ts'
import { addCompany } from '../../../apps/server/src/features/companies/add-company.ts'
import { fingerprintOf, searchTextOf } from '../../../apps/server/src/features/threats/found/finding-threat.ts'
import { putThreats, type SightedThreat } from '../../../apps/server/src/features/intake/intake.queries.ts'
import { hashOf, newToken } from '../../../apps/server/src/features/sessions/tokens/tokens.ts'
import { foldCounts } from '../../../apps/server/src/features/counts/keep-counts.ts'
import { addUser } from '../../../apps/server/src/features/identity/add-user.queries.ts'
import { fewBrands, plausibleNames, randomOf } from '../matching/names.ts'
import { addBrands } from '../../../apps/server/src/features/companies/companies.queries.ts'

export const threatCount = 60_000
const batchSize = 2000
const days = 365

export interface ListData {
  companyId: number
  userId: string
  sessionId: string
}

/** Inserts one company with a year of published threats and a signed-in client. */
export async function insertListData(database: Database): Promise<ListData> {
  const { companyId } = await addCompany(database, { key: 'bench', name: 'Bench' })
  const brands = await database.inCompanies([companyId], (tx) => addBrands(tx, companyId, fewBrands))
  const brandId = brands.get('coinbase') ?? null
  const names = [...new Set(plausibleNames(threatCount * 1.2, fewBrands))].slice(0, threatCount)
  if (names.length < threatCount) throw new Error('too few different names')
  const random = randomOf(11)
  const severities = names.map(() => 1 + Math.floor(random() ** 2 * 4))
  const startedAt = Date.now() - days * dayMs
  for (let at = 0; at < threatCount; at += batchSize) {
    const found = names.slice(at, at + batchSize).map((name, n) => toSighted(name, severities[at + n] ?? 1, brandId))
    const seenAt = new Date(startedAt + (at / threatCount) * days * dayMs)
    await database.inCompanies([companyId], (tx) => putThreats(tx, companyId, randomUUID(), seenAt, found))
  }
  await database.asOwner(async (db) => {
    // Every threat has a different time; QA has published nine of ten.
    await sql`update threats set first_seen = first_seen + random() * interval '2 days',
      stage = case when get_byte(fingerprint, 0) % 10 = 0 then 'queued' else 'published' end`.execute(db)
    await sql`update threats set published_at = first_seen + interval '1 hour',
      last_seen = first_seen + random() * interval '9 days'`.execute(db)
  })
  await foldCounts({ database, log: openLog('silent') })
  await database.asOwner((db) => sql`vacuum analyze`.execute(db))
  return { companyId, ...(await insertReader(database, companyId)) }
}

function toSighted(name: string, severity: number, brandId: string | null): SightedThreat {
  const isUrl = name.startsWith('http')
  const source = isUrl ? 'URL' : 'Domain'
  const fields = isUrl
    ? { link: name, host: new URL(name).hostname, urlSource: 'bench', brand: 'Coinbase', class: 'combosquat' }
    : { domain_name: name, brand: 'Coinbase', class: 'combosquat', registrable_domain: name }
  const threat = {
    id: randomUUID(),
    source,
    fingerprint: fingerprintOf(source, name),
    title: name,
    search: searchTextOf(source, name, fields),
    threatType: isUrl ? 'Phishing page' : 'Look-alike domain',
    severity,
    url: isUrl ? name : null,
    fields,
    brandId,
    class: 'combosquat',
    score: 50 + severity * 12,
    indicators: [
      { name: 'Brand as a separate word', value: name, contribution: 68 },
      { name: 'Distinctive brand name', value: '8 letters', contribution: 8 },
      { name: 'Words added to the brand', value: 'login', contribution: 16 },
    ],
  } as const
  return { threat: { ...threat, indicators: [...threat.indicators] }, feed: 'bench', line: 1, text: name }
}

async function insertReader(database: Database, companyId: number): Promise<{ userId: string; sessionId: string }> {
  const sessionId = randomUUID()
  const userId = await database.inIdentity(async (tx) => {
    const user = { email: 'reader@bench.example', name: 'Reader', role: 'client', companyId } as const
    const added = await addUser(tx, { ...user, adminCompanyIds: [], passwordHash: 'none' })
    const session = { id: sessionId, user_id: added.userId, token_hash: hashOf(newToken()), ip: null, user_agent: null }
    const expiresAt = new Date(Date.now() + hourMs)
    await tx
      .insertInto('sessions')
      .values({ ...session, expires_at: expiresAt, ended_at: null, ended_why: null })
      .execute()
    return added.userId
  })
  return { userId, sessionId }
}
