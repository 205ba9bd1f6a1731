import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { scanJob } from '../intake/intake.jobs.ts'
import { newCompany, newThreat, useWorld, type TestCompany } from '../../../test/harness.ts'
import { signInPage, startOutside, type Outside } from '../../../test/outside/outside-world.ts'
import { startWorkers } from '../../jobs/start-workers.ts'
import { openLog } from '../../log.ts'
import { scanFeed } from '../intake/scans/scan-feed.ts'
import { openMailer } from '../mail/open-mailer.ts'
import { watchDomains } from '../threats/found/domain-watches.queries.ts'
import { enqueueDue } from './enrich.job.ts'
import { takeTurn } from '../../app/server-gates.queries.ts'

const world = useWorld()
const now = new Date('2026-11-01T10:30:00Z')
const host = 'login-brand.example'
let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
})
afterAll(() => outside.close())

const jobs = async (company: TestCompany) => {
  const { rows } = await world().database.pool.query(
    `select id from pgboss.job where name = 'enrich' and data ->> 'companyId' = $1`,
    [String(company.id)],
  )
  return rows.length
}
const due = (at = new Date()) =>
  enqueueDue({ ...world(), enqueue: world().queue.enqueue, signal: new AbortController().signal }, at)

describe('what is looked at', () => {
  test('includes what a scan finds', async () => {
    const company = await newCompany()
    const alias = (
      await world().database.pool.query<{ aliases: string[] }>('select aliases from brands where company_id = $1', [
        company.id,
      ])
    ).rows[0]?.aliases[0]
    outside.web.on('/feed.txt', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`login-${alias}.com\nsecure-${alias}.net\n`),
    )
    const scan = { scanId: randomUUID(), feed: outside.web.url('/feed.txt'), companyId: company.id }
    const { database, queue } = world()
    const found = await scanFeed({ database, feedAllow: [outside.web.address], enqueue: queue.enqueue }, scan)
    expect(found.threatsAdded).toBe(2)
    expect(await jobs(company)).toBe(1)
    const { rows } = await database.pool.query(`select host from domain_watches where company_id = $1 order by host`, [
      company.id,
    ])
    expect(rows).toEqual([{ host: `login-${alias}.com` }, { host: `secure-${alias}.net` }])
    await scanFeed(
      { database, feedAllow: [outside.web.address], enqueue: queue.enqueue },
      { ...scan, scanId: randomUUID() },
    )
    expect(await jobs(company)).toBe(1)
  })

  test('is also what came in by other ways, but for invented names and those without a host', async () => {
    const company = await newCompany()
    const threat = await newThreat(company, { name: host })
    const demo = await newThreat(company, { name: `demo-${host}` })
    await newThreat(company, { source: 'URL', name: 'http://203.0.113.7/x' })
    await newThreat(company, { source: 'Telegram', name: 'channel' })
    await world().database.pool.query(`update threats set is_demo = true where id = $1`, [demo.id])
    await due()
    const { rows } = await world().database.pool.query(`select threat_id from domain_watches where company_id = $1`, [
      company.id,
    ])
    expect(rows).toEqual([{ threat_id: threat.id }])
    expect(await jobs(company)).toBe(1)
  })

  test('is not requested while a job is running or before it is due', async () => {
    const company = await newCompany()
    const threat = await newThreat(company, { name: host })
    await world().database.inCompanies([company.id], (tx) =>
      watchDomains(tx, company.id, [{ id: threat.id, source: 'Domain', fields: { domain_name: host } }]),
    )
    const set = (column: string, at: Date | null) =>
      world().database.pool.query(`update domain_watches set ${column} = $2 where company_id = $1`, [company.id, at])
    await set('next_at', now)
    await set('claimed_until', new Date(now.getTime() + minuteMs))
    await due(now)
    expect(await jobs(company)).toBe(0)
    await set('claimed_until', null)
    await set('next_at', new Date(now.getTime() + minuteMs))
    await due(now)
    expect(await jobs(company)).toBe(0)
    await due(new Date(now.getTime() + 2 * minuteMs))
    expect(await jobs(company)).toBe(1)
  })
})

describe('the turn of a server', () => {
  test('is limited by one shared row, with a maximum wait', async () => {
    const server = `rdap-${randomUUID()}.example`
    const waits = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeTurn(world().database, server, 10_000, 45_000)),
    )
    const taken = waits.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).toSorted((a, b) => a - b)
    expect(taken).toHaveLength(5)
    for (const [index, wait] of taken.entries()) {
      expect(wait).toBeGreaterThan(index * 10_000 - 9_000)
      expect(wait).toBeLessThanOrEqual(index * 10_000)
    }
    expect(waits.filter(({ status }) => status === 'rejected').length).toBe(3)
    await expect(takeTurn(world().database, server, 10_000, 45_000)).rejects.toMatchObject({ kind: 'throttled' })
  })
})

test('a name in a feed is looked up by the worker, from the scan to the reasons on the threat', async () => {
  const { database, files, secrets, queue } = world()
  const log = openLog('silent')
  const mailer = await openMailer(null, database, 'http://portal.test')
  const company = await newCompany()
  const { rows } = await database.pool.query<{ alias: string }>(
    'select aliases[1] as alias from brands where company_id = $1',
    [company.id],
  )
  const impostor = `login-${rows[0]?.alias}.example`
  outside.dns.set(impostor, { a: ['127.0.0.1'], mx: [[10, 'mx.host.example']] })
  outside.registered(impostor, 'Example Registrar')
  outside.page(signInPage)
  outside.web.on('/live.txt', (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`${impostor}\n`),
  )
  // No server answers for the domains of earlier tests.
  await database.pool.query('update companies set is_active = false where id != $1', [company.id])
  await database.pool.query('delete from domain_watches')
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'signet-enrich-'))
  try {
    await startWorkers(queue, {
      database,
      files,
      secrets,
      dataDir,
      logDays: 90,
      mailer,
      log,
      feedAllow: [outside.web.address],
      lookUps: outside.settings(impostor),
    })
    await database.inCompanies([], (tx) =>
      queue.enqueue(tx, scanJob, { scanId: randomUUID(), feed: outside.web.url('/live.txt'), companyId: company.id }),
    )
    const found = async () => {
      const { rows: threats } = await database.pool.query<{ fields: object; indicators: { name: string }[] }>(
        'select fields, indicators from threats where company_id = $1',
        [company.id],
      )
      return threats[0]
    }
    await expect
      .poll(async () => (await found())?.fields, { timeout: 45_000, interval: 100 })
      .toMatchObject({
        registrar: 'Example Registrar',
        address: '127.0.0.1',
      })
    const names = (await found())?.indicators.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Mail records found', 'Password field']))
  } finally {
    await queue.stop()
    await mailer.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
