import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '@signet/connectors/test/certificates'
import { listOfLogs } from '@signet/connectors/test/fake-ct-log'
import { randomOf, startCtWorld, type CtWorld } from '@signet/connectors/test/ct-world'
import { certificateUpdate, type FakeCertstream, startFakeCertstream } from '@signet/connectors/test/fake-certstream'
import { listDiscoveredHosts } from '@signet/contract/collection/discovered-hosts'
import { listCtLogs } from '@signet/contract/collection/ct-logs'
import { getQueued, listQueued } from '@signet/contract/review/qa'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { openDatabase } from '../../../db/database.ts'
import { openLog } from '../../../log.ts'
import { followCtLogs } from './follow-ct-logs.ts'

const world = useWorld()
const names = ['names-log', 'data-log', 'old-log', 'kill-names', 'kill-data', 'kill-old'] as const
const generous = { timeout: 30_000, interval: 50 }

let ct: CtWorld
let streaming: FakeCertstream
let folder: string
let list: string
beforeAll(async () => {
  ct = await startCtWorld(
    Object.fromEntries(names.map((name) => [name, name.endsWith('old') ? 'rfc6962' : 'static-ct'] as const)),
  )
  streaming = await startFakeCertstream()
  folder = await mkdtemp(path.join(os.tmpdir(), 'signet-ct-'))
  list = path.join(folder, 'list.json')
  for (const log of ct.logs) if (log.name.includes('data')) log.faults.hasNames = false
  await writeFile(list, ct.list)
})
afterAll(async () => {
  await ct.close()
  await streaming.close()
  await rm(folder, { recursive: true, force: true })
})

const logOf = (name: (typeof names)[number]) => ct.logs.find((log) => log.name === name)!

/** Follows the logs until stopped. */
function follow(
  place: string | null = list,
  stream: string | null = null,
  { database }: Pick<ReturnType<typeof world>, 'database'> = world(),
): { stop: () => Promise<boolean> } {
  const stop = new AbortController()
  const ended = followCtLogs({
    database,
    ct: { list: place, stream, backfill: 1000 },
    allow: [ct.address, streaming.address],
    log: openLog('silent'),
    signal: stop.signal,
    forMs: 600_000,
    enqueue: world().queue.enqueue,
  })
  return {
    stop: () => {
      stop.abort()
      return ended
    },
  }
}

/** The label of the brand of a company made by the harness, e.g. `brand3x`. */
async function brandOf(company: TestCompany): Promise<string> {
  const { rows } = await world().database.pool.query<{ alias: string }>(
    'select aliases[1] as alias from brands where company_id = $1',
    [company.id],
  )
  return rows[0]!.alias
}

/** Makes failed logs due at once, without waiting. */
const askAgainNow = () => world().database.pool.query('update ct_logs set retry_at = null')

async function readings() {
  const user = await newUser('superAdmin', await newCompany())
  return (await send(user, listCtLogs)).body
}
const forkedAndOther = async () => {
  const { logs } = await readings()
  const of = (name: string) => logs.find((log) => log.description === name)
  return { forked: of('names-log'), other: of('old-log') }
}
/** The processes that follow logs. */
const followers = () =>
  world().database.pool
    .query(`select from pg_locks where locktype = 'advisory' and objid = 7305523 and mode = 'ShareLock'
    and granted and database = (select oid from pg_database where datname = current_database())`)
/** How many logs each process follows. */
async function followedLogs(): Promise<number[]> {
  const { rows } = await world().database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = 7305523 and objsubid = 2
      and granted and database = (select oid from pg_database where datname = current_database()) group by pid`,
  )
  return rows.map(({ count }) => count)
}
const errors = async () => new Set((await readings()).logs.map(({ error }) => error && error.message))
const isAtEnd = async () => {
  const { logs } = await readings()
  return ct.logs.every((log) => logs.some((one) => one.description === log.name && one.position === log.size))
}

test('an impostor that is named only in a SAN is in review with its reasons, and nothing of the company itself', async () => {
  const company = await newCompany()
  const brand = await brandOf(company)
  const reviewer = await newUser('qa', company)
  for (const log of ct.logs) ct.grow(log, 20)
  const following = follow()
  await expect.poll(isAtEnd, generous).toBe(true)

  const impostor = `login-${brand}.example`
  const suspect = makeCertificate({ commonName: 'cdn.garden.example', names: ['cdn.garden.example', impostor] })
  const own = makeCertificate({ names: [`${brand}.example`, `login.${brand}.example`], commonName: `${brand}.example` })
  for (const name of ['names-log', 'data-log', 'old-log'] as const) {
    logOf(name).add(suspect, ['cdn.garden.example', impostor])
    logOf(name).add(own, [`${brand}.example`, `login.${brand}.example`])
  }
  const queue = async () => (await send(reviewer, listQueued, { query: { company: company.key } })).body.items
  await expect.poll(async () => (await queue()).length, generous).toBe(1)
  await expect.poll(isAtEnd, generous).toBe(true)
  expect(await following.stop()).toBe(true)

  const [found, ...others] = await queue()
  expect(others).toEqual([])
  // The look-up of its domain was scheduled in the same transaction.
  const watched = await world().database.pool.query('select host from domain_watches where company_id = $1', [
    company.id,
  ])
  expect(watched.rows).toEqual([{ host: impostor }])
  const detail = await send(reviewer, getQueued, { params: { threatId: found!.id }, query: { company: company.key } })
  expect(JSON.stringify(detail.body)).toContain(impostor)
  expect(detail.body).toMatchObject({
    indicators: expect.arrayContaining([expect.objectContaining({ contribution: expect.any(Number) })]),
  })
  const { rows } = await world().database.pool.query(
    'select s.feed, s.text from sightings s where s.company_id = $1 order by s.feed',
    [company.id],
  )
  // This log contains only names, without the serial numbers that would identify its entry as that of the other logs.
  expect(rows.length).toBeGreaterThanOrEqual(1)
  for (const row of rows) expect(row).toMatchObject({ text: impostor })
  // A host below the company's own domain is proposed to it.
  const client = await newUser('client', company)
  const { body: hosts } = await send(client, listDiscoveredHosts, { query: { company: company.key } })
  expect(hosts.items).toMatchObject([
    { host: `login.${brand}.example`, state: 'candidate', origins: ['certificate'], checkedAt: null },
  ])
})

test('stopped again and again, the reader keeps every threat once and every entry counted once', async () => {
  const company = await newCompany()
  const brand = await brandOf(company)
  const random = randomOf(42)
  const before = (await readings()).logs
  const readBefore = (name: string) => before.find((log) => log.description === name)?.entriesRead ?? 0
  const sizeBefore = new Map(ct.logs.map((log) => [log.name, log.size]))
  let made = 0
  const logs = [logOf('kill-names'), logOf('kill-data'), logOf('kill-old')]
  Object.assign(logs[0]!.faults, { losesPartialTiles: true, breakEvery: 13 })
  Object.assign(logs[1]!.faults, { losesPartialTiles: true, breakEvery: 17 })
  Object.assign(logs[2]!.faults, { shortAnswers: 9, breakEvery: 19 })
  for (let life = 0; life < 20; life += 1) {
    for (const log of logs) {
      ct.grow(log, Math.floor(random() * 12))
      const impostor = `login-${brand}-${(made += 1)}.example`
      log.add(makeCertificate({ names: [`x${made}.example`, impostor] }), [`x${made}.example`, impostor])
    }
    await askAgainNow()
    const following = follow()
    await new Promise((resolve) => setTimeout(resolve, random() * 120))
    await following.stop()
  }
  for (const log of logs) log.faults.breakEvery = 100_000
  await askAgainNow()
  const following = follow()
  await expect.poll(isAtEnd, generous).toBe(true)
  await following.stop()

  const { rows } = await world().database.pool.query<{ threats: number; sightings: number }>(
    `select count(*)::int as threats, sum(sightings)::int as sightings from threats where company_id = $1`,
    [company.id],
  )
  expect(rows).toEqual([{ threats: made, sightings: made }])
  const after = (await readings()).logs
  for (const log of logs) {
    const reading = after.find((one) => one.description === log.name)
    expect(reading).toMatchObject({ position: log.size, backlog: 0, gaps: 0, unreadable: 0, isBehind: false })
    expect(reading!.entriesRead - readBefore(log.name)).toBe(log.size - sizeBefore.get(log.name)!)
  }
})

test('a log that forks is stopped and says so, the others are read on', async () => {
  logOf('names-log').fork()
  ct.grow(logOf('old-log'), 30)
  const following = follow()
  await expect.poll(async () => (await forkedAndOther()).forked?.state, generous).toBe('stopped')
  await expect.poll(async () => (await forkedAndOther()).other?.position, generous).toBe(logOf('old-log').size)
  expect((await forkedAndOther()).forked).toMatchObject({
    error: { reason: 'LOG_WITH_TWO_TREES' },
    isBehind: true,
  })
  await following.stop()

  logOf('names-log').heal()
  ct.grow(logOf('names-log'), 3)
  await askAgainNow()
  const again = follow()
  await expect
    .poll(async () => (await forkedAndOther()).forked, generous)
    .toMatchObject({
      state: 'reading',
      error: null,
      position: logOf('names-log').size,
    })
  await again.stop()
})

test('a process follows the logs once, and none where no list is configured', async () => {
  const first = follow()
  await expect.poll(async () => (await followers()).rowCount, generous).toBe(1)
  expect(await follow().stop()).toBe(false)
  expect(await first.stop()).toBe(true)
  expect(await follow(null).stop()).toBe(false)
  expect((await readings()).isOn).toBe(false)
})

test('two processes share the logs, and what one followed is taken over when it ends', async () => {
  const other = openDatabase(world().connection)
  try {
    const both = [follow(), follow(list, null, { database: other })]
    await expect.poll(followedLogs, generous).toEqual([names.length / 2, names.length / 2])
    for (const log of ct.logs) ct.grow(log, 20)
    await expect.poll(isAtEnd, generous).toBe(true)

    expect(await both[0]!.stop()).toBe(true)
    await expect.poll(followedLogs, generous).toEqual([names.length])
    for (const log of ct.logs) ct.grow(log, 20)
    await expect.poll(isAtEnd, generous).toBe(true)
    expect(await both[1]!.stop()).toBe(true)
  } finally {
    await other.close()
  }
  // A server process ends a moment after its connection, and its locks with it.
  await expect.poll(followedLogs, generous).toEqual([])
})

test('an unreadable list is reported at every log until it can be read again', async () => {
  const log = openLog('silent')
  const parts = {
    database: world().database,
    allow: [ct.address],
    log,
    signal: new AbortController().signal,
    forMs: 20,
  }
  await followCtLogs({ ...parts, ct: { list, stream: null, backfill: 0 } })
  const nowhere = { list: path.join(folder, 'nowhere.json'), stream: null, backfill: 0 }
  expect(await followCtLogs({ ...parts, ct: nowhere })).toBe(false)
  expect(await errors()).toEqual(new Set([expect.stringMatching(/there is no such file/)]))
  const following = follow()
  await expect.poll(errors, generous).toEqual(new Set([null]))
  await following.stop()
})

test('a stream of certificates is listened to as well, and again after it broke off', async () => {
  const company = await newCompany()
  const brand = await brandOf(company)
  const following = follow(null, `${streaming.url}?key=planted-key`)
  const threats = async () =>
    (
      await world().database.pool.query<{ name: string }>(
        `select fields->>'domain_name' as name from threats where company_id = $1 order by 1`,
        [company.id],
      )
    ).rows.map(({ name }) => name)
  /** A client that connects a moment later misses earlier messages, so the message is repeated until it is received. */
  const heard = (name: string) => async () => {
    streaming.send(certificateUpdate([`www.${brand}.example`, name]))
    return (await threats()).includes(name)
  }
  await expect.poll(heard(`login-${brand}-1.example`), generous).toBe(true)
  streaming.drop()
  await expect.poll(heard(`login-${brand}-2.example`), generous).toBe(true)
  expect(await threats()).toEqual([`login-${brand}-1.example`, `login-${brand}-2.example`])
  const { logs } = await readings()
  const reading = logs.find(({ kind }) => kind === 'certstream')
  expect(reading).toMatchObject({ state: 'reading', backlog: 0, isBehind: false, error: null })
  expect(JSON.stringify(logs)).not.toContain('planted-key')
  await following.stop()
})

test('where every log of the list has ended, the next run is waited for and not begun at once', async () => {
  const ended = path.join(folder, 'ended.json')
  const url = `http://${ct.address}`
  await writeFile(ended, listOfLogs([], [logOf('names-log').listed(url, 'static-ct', { state: { retired: {} } })]))
  const forMs = 400
  const startedAt = performance.now()
  const parts = { database: world().database, allow: [ct.address], log: openLog('silent') }
  const signal = new AbortController().signal
  expect(await followCtLogs({ ...parts, ct: { list: ended, stream: null, backfill: 0 }, signal, forMs })).toBe(true)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(forMs - 10)
  expect((await readings()).logs.find(({ description }) => description === 'names-log')?.state).toBe('ended')
})
