import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '@signet/connectors/test/certificates'
import { startCtWorld, type CtWorld } from '@signet/connectors/test/ct-world'
import { startFakeDns, type FakeDns } from '@signet/connectors/test/fake-dns'
import { listQueued, getQueued } from '@signet/contract/review/qa'
import { listScans, listSetups, startScan } from '@signet/contract/collection/scans'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { runScan } from '../scans/run-scan.ts'
import { addBrands } from '../../companies/companies.queries.ts'

const world = useWorld({ looksUp: true, followsLogs: true })
const lookback = 700

let ct: CtWorld
let dns: FakeDns
let folder: string
let list: string
beforeAll(async () => {
  ct = await startCtWorld({ 'names-log': 'static-ct', 'data-log': 'static-ct', 'old-log': 'rfc6962' })
  const dataLog = ct.logs.find(({ name }) => name === 'data-log')!
  dataLog.faults.hasNames = false
  for (const log of ct.logs) ct.grow(log, 600)
  dns = await startFakeDns()
  folder = await mkdtemp(path.join(os.tmpdir(), 'signet-recent-'))
  list = path.join(folder, 'list.json')
  await writeFile(list, ct.list)
})
afterAll(async () => {
  await ct.close()
  await dns.close()
  await rm(folder, { recursive: true, force: true })
})

const logOf = (name: string) => ct.logs.find((log) => log.name === name)!
const manager = async () => newUser('superAdmin', await newCompany())
const of = (company: TestCompany) => ({ params: { company: company.key } })

async function companyOf(alias: string): Promise<TestCompany> {
  const company = await newCompany()
  const brand = { id: 'watched', name: alias, aliases: [alias], official: [`${alias}.example`] }
  await world().database.pool.query('delete from brands where company_id = $1', [company.id])
  await world().database.inCompanies([company.id], (tx) => addBrands(tx, company.id, [brand]))
  return company
}

/** Logs a certificate with the names only in its SAN extension. */
function logged(log: string, names: string[]): void {
  const all = ['cdn.garden.example', ...names]
  logOf(log).add(makeCertificate({ commonName: 'cdn.garden.example', names: all }), all)
}

async function started(company: TestCompany): Promise<string> {
  const answer = await send(await manager(), startScan, { ...of(company), body: { feed: 'first' } })
  expect(answer).toMatchObject({ status: 202, body: { feed: 'first', state: 'queued' } })
  expect(answer.body.stages.map(({ name, state }) => [name, state])).toEqual([
    ['permutations', 'waiting'],
    ['certificates', 'waiting'],
  ])
  return answer.body.id
}

interface Setting {
  looksUp?: boolean
  list?: string | null
  lookback?: number
  /** Stops like a process that receives a stop signal, after this many batches with entries. */
  stopsAfter?: number
}
/** Runs a scan as the worker does. @returns why it failed, if it did */
async function work(company: TestCompany, scanId: string, setting: Setting = {}): Promise<unknown> {
  const { queue } = world()
  const place = setting.list === undefined ? list : setting.list
  const stop = new AbortController()
  let batches = 0
  const enqueue: typeof queue.enqueue = async (tx, name, data) => {
    batches += 1
    if (batches === setting.stopsAfter) {
      stop.abort()
      // The other logs have stopped when this batch is stored.
      await sleep(100)
    }
    return queue.enqueue(tx, name, data)
  }
  const parts = {
    database: world().database,
    feedAllow: [ct.address],
    lookUps: setting.looksUp === false ? null : { dnsServers: [dns.address] },
    ct: { list: place, stream: null, lookback: setting.lookback ?? lookback },
    signal: stop.signal,
    enqueue,
  }
  return runScan(parts, { scanId, feed: 'first', companyId: company.id }).then(
    () => null,
    (error: unknown) => error,
  )
}
const lastOf = async (company: TestCompany) => (await send(await manager(), listScans, of(company))).body[0]!
const certificatesOf = async (company: TestCompany) =>
  (await lastOf(company)).stages.find(({ name }) => name === 'certificates')

async function titlesOf(company: TestCompany): Promise<string[]> {
  const { rows } = await world().database.pool.query<{ title: string }>(
    'select title from threats where company_id = $1 order by title',
    [company.id],
  )
  return rows.map(({ title }) => title)
}
const rowsOf = async (text: string, values: unknown[]) => (await world().database.pool.query(text, values)).rows

describe('a first scan', () => {
  test('looks names up and reads what the logs took in last, for this company alone, with its reasons', async () => {
    const company = await companyOf('qarrowvault')
    const other = await companyOf('qarrowother')
    logged('names-log', ['login-qarrowvault.example', 'qarrowvault.example', 'login-qarrowother.example'])
    logged('data-log', ['qarrowvault-secure.example', 'www.qarrowvault.example'])
    logged('old-log', ['qarrowvault-pay.example'])
    // The certificate of a precertificate is in another log as well.
    logged('old-log', ['login-qarrowvault.example'])
    dns.set('qarowvault.example', { a: ['192.0.2.7'] })

    expect(await work(company, await started(company))).toBeNull()
    const scan = await lastOf(company)
    const names = ['login-qarrowvault.example', 'qarowvault.example', 'qarrowvault-pay.example']
    expect(await titlesOf(company)).toEqual([...names, 'qarrowvault-secure.example'])
    expect(await titlesOf(other)).toEqual([])
    // Reading a tiled log starts at a tile boundary; each log has fewer entries than the lookback.
    const entries = ct.logs.reduce((sum, { size }) => sum + size, 0)
    const [permutations, certificates] = scan.stages
    expect(scan).toMatchObject({ state: 'done', error: null, found: 4 })
    expect(permutations).toMatchObject({ state: 'done', found: 1, note: null, done: permutations?.total })
    expect(certificates).toEqual({
      name: 'certificates',
      state: 'done',
      done: entries,
      total: entries,
      found: 3,
      note: null,
    })
    expect(scan.checked).toBeGreaterThan(permutations!.done + 1200)

    const reviewer = await newUser('qa', company)
    const query = { company: company.key }
    const queue = (await send(reviewer, listQueued, { query })).body.items
    expect(queue).toHaveLength(4)
    for (const { id } of queue) {
      const { body } = await send(reviewer, getQueued, { params: { threatId: id }, query })
      expect(body.indicators.length).toBeGreaterThan(0)
    }
    const seen = await rowsOf(
      `select t.title, s.feed from sightings s join threats t on t.company_id = s.company_id and t.id = s.threat_id
       where s.company_id = $1 and t.title like '%-secure%'`,
      [company.id],
    )
    expect(seen).toEqual([{ title: 'qarrowvault-secure.example', feed: 'data-log' }])
    // Findings are looked up next, and the position of the regular log reader hasn't changed.
    expect(await rowsOf('select from domain_watches where company_id = $1', [company.id])).toHaveLength(4)
    expect(await rowsOf('select from ct_logs', [])).toEqual([])
    expect(await rowsOf('select from scan_logs', [])).toEqual([])
  }, 60_000)

  test('reads no further back than configured', async () => {
    const company = await companyOf('qarrowback')
    logged('old-log', ['login-qarrowback.example'])
    ct.grow(logOf('old-log'), 40)
    logged('old-log', ['qarrowback-secure.example'])
    ct.grow(logOf('old-log'), 9)
    expect(await work(company, await started(company), { looksUp: false, lookback: 10 })).toBeNull()
    expect(await titlesOf(company)).toEqual(['qarrowback-secure.example'])
    expect((await lastOf(company)).stages[0]).toMatchObject({ state: 'skipped', note: { reason: 'OBSERVATIONS_OFF' } })
  }, 60_000)

  test('resumes where it stopped, and counts each result once', async () => {
    const company = await companyOf('qarrowstop')
    for (const { name } of ct.logs)
      for (let made = 0; made < 300; made += 1) logged(name, [`login-qarrowstop-${name}-${made}.example`])
    const scanId = await started(company)
    const total = ct.logs.reduce((sum, { size }) => sum + Math.min(size, lookback), 0)
    const old = logOf('old-log')
    old.faults.shortAnswers = 20
    for (let stops = 0; stops < 4; stops += 1) {
      expect(await work(company, scanId, { looksUp: false, stopsAfter: 2 })).not.toBeNull()
      const stored = (await titlesOf(company)).length
      // Nothing is stored any more after the scan has stopped.
      await sleep(150)
      const { state, found } = await lastOf(company)
      expect({ state, found, threats: (await titlesOf(company)).length }).toEqual({
        state: 'running',
        found: stored,
        threats: stored,
      })
    }
    old.faults.shortAnswers = 1000
    expect(await work(company, scanId, { looksUp: false })).toBeNull()
    const { stages, found, seenAgain } = await lastOf(company)
    const made = ct.logs.length * 300
    expect({ found, seenAgain, threats: (await titlesOf(company)).length }).toEqual({
      found: made,
      seenAgain: 0,
      threats: made,
    })
    const certificates = stages[1]!
    expect(certificates).toMatchObject({ state: 'done', found: made, done: certificates.total })
    expect(certificates.done).toBeGreaterThanOrEqual(total)
    expect(await rowsOf('select distinct sightings from threats where company_id = $1', [company.id])).toEqual([
      { sightings: 1 },
    ])
  }, 120_000)

  test('says which logs could not be read, and reads the others', async () => {
    const company = await companyOf('qarrowgone')
    logged('names-log', ['login-qarrowgone.example'])
    const gone = logOf('old-log')
    gone.faults.breakEvery = 1
    const failure = await work(company, await started(company), { looksUp: false })
    delete gone.faults.breakEvery
    expect(failure).toBeNull()
    expect(await certificatesOf(company)).toMatchObject({
      state: 'done',
      found: 1,
      note: { reason: 'LOGS_PARTLY_READ', parameters: { failed: 1, count: 3, logs: 'old-log' } },
    })
  }, 60_000)

  test('fails when no log can be read, and is done once they can', async () => {
    const company = await companyOf('qarrowfail')
    logged('names-log', ['login-qarrowfail.example'])
    for (const log of ct.logs) log.faults.breakEvery = 1
    const scanId = await started(company)
    expect(await work(company, scanId, { looksUp: false })).toMatchObject({ kind: 'unreachable' })
    for (const log of ct.logs) delete log.faults.breakEvery
    const failed = await lastOf(company)
    expect(failed).toMatchObject({ state: 'failed', error: { reason: 'LOGS_UNREADABLE' } })
    expect(failed.stages.map(({ state }) => state)).toEqual(['skipped', 'failed'])
    expect(await work(company, scanId, { looksUp: false })).toBeNull()
    expect(await lastOf(company)).toMatchObject({ state: 'done', error: null, found: 1 })
  }, 60_000)

  test('says plainly that no certificate log is followed', async () => {
    const company = await companyOf('qarrownone')
    const scanId = await started(company)
    expect(await work(company, scanId, { list: null })).toBeNull()
    const { state, stages } = await lastOf(company)
    expect(state).toBe('done')
    expect(stages[1]).toMatchObject({
      state: 'skipped',
      total: null,
      note: { reason: 'LOGS_NOT_FOLLOWED' },
    })
  }, 60_000)

  test('says plainly that no log of the list is in service', async () => {
    const retired = path.join(folder, 'retired.json')
    await writeFile(retired, ct.list.replaceAll(/"(usable|qualified)"/g, '"retired"'))
    const company = await companyOf('qarrowretired')
    expect(await work(company, await started(company), { list: retired })).toBeNull()
    expect(await certificatesOf(company)).toMatchObject({ state: 'skipped', note: { reason: 'LOGS_NOT_IN_SERVICE' } })
  }, 60_000)

  test('fails where this installation can do neither', async () => {
    const company = await companyOf('qarrowneither')
    const scanId = await started(company)
    expect(await work(company, scanId, { list: null, looksUp: false })).toMatchObject({ kind: 'refused' })
    expect(await lastOf(company)).toMatchObject({ state: 'failed', found: 0 })
    expect(await work(company, scanId, { list: null, looksUp: false })).toMatchObject({ kind: 'refused' })
  })

  test('is offered where certificate logs are followed', async () => {
    const company = await newCompany()
    const [setup] = (await send(await manager(), listSetups, { query: { company: [company.key] } })).body
    expect(setup).toMatchObject({ looksUp: true, followsLogs: true })
  })
})
