import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKillWorld, until, type KillWorld, type Sent } from './kill-world.ts'

/*
 * The only process of an installation is killed repeatedly while people decide, select, refresh, send findings and export. Acknowledged
 * changes must be stored once, all others completely or not at all, and no job may be lost.
 */

/** Ten on each of the two databases of `npm test`, twenty on each at night (`npm run test:all`). */
const rounds = Number(process.env['TEST_KILLS'] ?? 10)
const deciders = 4
const selectionSize = 260
const findingsPerStream = 3000
const threatCount = 12_000
const slow = { timeout: 600_000 }
// A missed heartbeat is detected first.
const recoveryMaxMs = 90_000
const actions = ['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'] as const

let world: KillWorld
const decisions: (Sent & { action: (typeof actions)[number] })[] = []
const streams: { key: string; round: number; answer: { accepted: number; duplicates: number } | null }[] = []
const exports: { key: string; exportId: string | null }[] = []
const selections: { marker: string; jobId: string | null; status: number | null }[] = []
let refreshes = 0

beforeAll(async () => {
  world = await newKillWorld(threatCount)
}, 300_000)
afterAll(async () => {
  await world?.database.close()
})

test('keeps every acknowledged write exactly once however often the process is killed', slow, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const running = await world.start()
    const stop = new AbortController()
    const decided = decisions.length
    const load = Promise.all([
      ...Array.from({ length: deciders }, () => until(stop.signal, decide)),
      select(round),
      deliver(round),
      askForExport(round),
      until(stop.signal, refresh),
    ])
    // Its failure is reported when it is awaited.
    load.catch(() => {})
    // Each round ends at a different moment of the work, but only after some was done.
    const before = refreshes
    await sleep(150 + ((round * 137) % 700))
    await expect.poll(() => refreshes, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + 1)
    // On a slow machine no decision may have been answered yet.
    await expect.poll(() => decisions.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(decided + deciders)
    running.process.kill('SIGKILL')
    stop.abort()
    await running.ended
    await load
  }
  const heir = await world.start()
  await retryWhatWasNotAnswered()
  await jobsAreDone()
  await checkDecisions()
  await checkSelections()
  await checkFindings()
  await checkExports()
  await checkRefreshes()
  expect(await world.run(['audit', 'verify'])).toMatchObject({ code: 0, stderr: '' })
  expect((await heir.end('SIGTERM')).code).toBe(0)
})

async function headers(key?: string): Promise<Record<string, string>> {
  const authorization = `Bearer ${await world.accessToken()}`
  return { authorization, 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) }
}

async function decide(): Promise<void> {
  const action = actions[decisions.length % actions.length] ?? 'whitelist'
  const sent = { key: randomUUID(), threatId: world.nextThreat(), action, status: null as number | null }
  decisions.push(sent)
  await sendDecision(sent)
}

async function sendDecision(sent: (typeof decisions)[number]): Promise<void> {
  const path = `/api/rest/threats/Domain/${sent.threatId}/triage`
  const body = JSON.stringify({ action: sent.action, version: 1 })
  const answer = await world.call('POST', path, { headers: await headers(sent.key), body })
  sent.status = answer?.status ?? null
}

/** One decision on more threats than one request can handle, which is a job. Its threats are marked by their category. */
async function select(round: number): Promise<void> {
  const marker = `round-${round}`
  const ids = Array.from({ length: selectionSize }, () => world.nextThreat())
  await world.signet.sql('update threats set category = $1 where id = any($2)', [marker, ids])
  const selection = { marker, jobId: null as string | null, status: null as number | null }
  selections.push(selection)
  await sendSelection(selection)
}

async function sendSelection(selection: (typeof selections)[number]): Promise<void> {
  const body = JSON.stringify({
    company: world.companyKey,
    selection: { filter: { category: selection.marker }, except: [], expectedCount: selectionSize },
    action: 'falsePositive',
  })
  const answer = await world.call('POST', '/api/rest/threats/triage', {
    headers: await headers(`selection-${selection.marker}`),
    body,
  })
  selection.status = answer?.status ?? null
  if (answer?.status === 202) selection.jobId = ((await answer.json()) as { jobId: string }).jobId
}

/** A collector sends a stream of new findings. */
async function deliver(round: number): Promise<void> {
  const stream: (typeof streams)[number] = { key: `stream-${round}`, round, answer: null }
  streams.push(stream)
  await sendStream(stream)
}

async function sendStream(stream: (typeof streams)[number]): Promise<void> {
  const lines = Array.from({ length: findingsPerStream }, (_, n) =>
    JSON.stringify({
      externalId: `found-${stream.round}-${n}`,
      threatType: 'Look-alike domain',
      severity: 'High',
      fields: { domain_name: `found-${stream.round}-${n}.example` },
    }),
  )
  const answer = await world.call('POST', '/api/rest/ingest/Domain', {
    headers: {
      authorization: `Bearer ${world.apiKey}`,
      'content-type': 'application/x-ndjson',
      'idempotency-key': stream.key,
    },
    body: lines.join('\n'),
  })
  if (answer?.status === 200) stream.answer = (await answer.json()) as NonNullable<typeof stream.answer>
}

async function askForExport(round: number): Promise<void> {
  const wanted: (typeof exports)[number] = { key: `export-${round}`, exportId: null }
  exports.push(wanted)
  await requestExport(wanted)
}

async function requestExport(wanted: (typeof exports)[number]): Promise<void> {
  const body = JSON.stringify({ company: world.companyKey, kind: 'threats', format: 'csv', filters: {} })
  const answer = await world.call('POST', '/api/rest/v1/export/reports', { headers: await headers(wanted.key), body })
  if (answer?.status === 202) wanted.exportId = ((await answer.json()) as { id: string }).id
}

/** Every finding of every stream is stored once; findings stored before a kill count as known. */
async function checkFindings(): Promise<void> {
  for (const stream of streams) expect(stream.answer, stream.key).not.toBeNull()
  const rows = await world.signet.sql<{ count: number; several: number }>(
    `select count(*)::int as count, count(*)::int - count(distinct title)::int as several
      from threats where company_id = $1 and title like 'found-%'`,
    [world.companyId],
  )
  expect(rows).toEqual([{ count: rounds * findingsPerStream, several: 0 }])
}

/** Every requested export is completed once, with one file. */
async function checkExports(): Promise<void> {
  const rows = await world.signet.sql<{ id: string; status: string; files: number }>(
    `select e.id, e.status, (select count(*)::int from files f where f.company_id = $1 and (f.owner_id = e.id or f.id = e.id)) as files
      from exports e where e.company_id = $1`,
    [world.companyId],
  )
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(exports.map(({ exportId }) => exportId)))
  expect(rows).toHaveLength(rounds)
  for (const row of rows) expect(row).toMatchObject({ status: 'done', files: 1 })
}

let families = 1

/** Like the portal, with the newest token it received. */
async function refresh(): Promise<void> {
  const answer = await world.call('POST', '/api/rest/auth/refresh-accessToken', {
    headers: { cookie: `signet.refresh-token=${world.refreshToken}`, 'content-type': 'application/json' },
    body: '{}',
  })
  // Sent again after the next start: a committed rotation is accepted during the grace period, without a new cookie.
  if (!answer) return
  expect(answer.status).toBe(200)
  refreshes += 1
  const cookie = /signet\.refresh-token=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  if (cookie) world.refreshToken = decodeURIComponent(cookie)
  else {
    families += 1
    await world.newFamily()
  }
  await sleep(20)
}

/** Every rotated token has its successor, and each family ends with one that isn't rotated. */
async function checkRefreshes(): Promise<void> {
  expect(refreshes).toBeGreaterThan(rounds)
  const [row] = await world.signet.sql(`select
    count(*) filter (where rotated_at is null)::int as last,
    count(*) filter (where rotated_at is not null and not exists (select from refresh_tokens s where s.token_hash = t.successor_hash))::int
      as broken,
    (select count(*)::int from sessions where ended_at is not null) as ended from refresh_tokens t`)
  expect(row).toEqual({ last: families, broken: 0, ended: 0 })
}

/** Like a client without an answer, sends the same request with the same key again. */
async function retryWhatWasNotAnswered(): Promise<void> {
  for (const sent of decisions.filter(({ status }) => status === null)) {
    await sendDecision(sent)
    expect(sent.status).toBe(200)
  }
  for (const selection of selections.filter(({ status }) => status === null)) {
    await sendSelection(selection)
    expect(selection.status).toBe(202)
  }
  for (const stream of streams.filter(({ answer }) => !answer)) await sendStream(stream)
  for (const wanted of exports.filter(({ exportId }) => !exportId)) await requestExport(wanted)
}

const waiting = () =>
  world.signet.sql(`select name, state from pgboss.job where state not in ('completed', 'cancelled')
    and name in ('decide-selection', 'preserve-evidence', 'export')`)

async function jobsAreDone(): Promise<void> {
  await expect.poll(waiting, { timeout: recoveryMaxMs, interval: 500 }).toEqual([])
}

const hasCase = (action: string) => action === 'takedown' || action === 'deeperAnalysis'

async function checkDecisions(): Promise<void> {
  expect(decisions.length).toBeGreaterThan(rounds * deciders)
  expect([...new Set(decisions.map(({ status }) => status))]).toEqual([200])
  const rows = await world.signet.sql<{ id: string; status: string; version: number; records: number; cases: number }>(
    `select t.id, t.status, t.version,
      (select count(*)::int from audit a where a.company_id = $2 and a.target_id = t.id and a.action = 'threat.' || t.status) as records,
      (select count(*)::int from takedowns c where c.company_id = $2 and c.threat_id = t.id)
        + (select count(*)::int from deeper_analyses c where c.company_id = $2 and c.threat_id = t.id) as cases
      from threats t where t.company_id = $2 and t.id = any($1)`,
    [decisions.map(({ threatId }) => threatId), world.companyId],
  )
  const kept = new Map(rows.map((row) => [row.id, row]))
  for (const { threatId, action } of decisions) {
    const { id: _id, ...row } = kept.get(threatId) ?? {}
    expect(row, threatId).toEqual({ status: action, version: 2, records: 1, cases: hasCase(action) ? 1 : 0 })
  }
}

async function checkSelections(): Promise<void> {
  expect(selections).toHaveLength(rounds)
  const rows = await world.signet.sql<{ category: string; count: number; records: number }>(
    `select t.category, count(*)::int as count,
      sum((select count(*) from audit a
        where a.company_id = $1 and a.target_id = t.id and a.action = 'threat.falsePositive'))::int as records
      from threats t where t.company_id = $1 and t.category like 'round-%' and t.status = 'falsePositive' and t.version = 2 group by 1`,
    [world.companyId],
  )
  expect(rows).toHaveLength(rounds)
  for (const row of rows) expect(row).toMatchObject({ count: selectionSize, records: selectionSize })
}
