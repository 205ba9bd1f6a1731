import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { newCompany, newThreat, useWorld, type TestCompany } from '../../../test/harness.ts'
import type { EnrichWork } from '../../../test/enrich-process.ts'
import { placeholder, startOutside, type Outside } from '../../../test/outside/outside-world.ts'

/*
 * A worker that is killed repeatedly while it checks domains leaves every threat with each observation stored, scored and recorded in the
 * audit exactly once.
 */

const world = useWorld()
const script = path.resolve(import.meta.dirname, '../../../test/enrich-process.ts')
const domains = 18
const generous = { timeout: 60_000, interval: 10 }

let outside: Outside
let child: ChildProcess | null = null
beforeAll(async () => {
  outside = await startOutside()
})
afterEach(() => child?.kill('SIGKILL'))
afterAll(() => outside.close())

const rowsOf = async <T extends object>(text: string, values: unknown[]) =>
  (await world().database.pool.query<T>(text, values)).rows

async function watchedDomains(company: TestCompany): Promise<string[]> {
  const hosts: string[] = []
  for (let n = 0; n < domains; n += 1) {
    const host = `login-killed-${n}.example`
    outside.dns.set(host, { a: ['127.0.0.1'], ns: ['ns1.host.example'] })
    outside.registered(host, `Registrar ${n}`)
    const { id } = await newThreat(company, { name: host })
    await world().database.pool.query(
      `insert into domain_watches (company_id, threat_id, host, next_at) values ($1, $2, $3, '2026-11-01T09:00:00Z')`,
      [company.id, id, host],
    )
    hosts.push(host)
  }
  return hosts
}

test('every threat has each observation once, however often the worker is killed', { timeout: 400_000 }, async () => {
  const company = await newCompany()
  const hosts = await watchedDomains(company)
  outside.page(placeholder)
  const settings = { ...outside.settings(hosts[0]!), allow: hosts.flatMap((host) => outside.settings(host).allow) }
  const checkedCount = async () =>
    (await rowsOf('select from domain_watches where company_id = $1 and checked_at is not null', [company.id])).length
  const observed = async () =>
    (await rowsOf('select from domain_observations where company_id = $1', [company.id])).length

  const claimed = async () =>
    (await rowsOf('select from domain_watches where company_id = $1 and claimed_until is not null', [company.id]))
      .length

  let now = new Date('2026-11-01T10:00:00Z').getTime()
  let kills = 0
  for (;;) {
    // A killed worker's slots in the rate limit would have to be waited for; the test doesn't wait for them, nor for its claims to expire.
    await world().database.pool.query(`update answer_gates set next_at = '2020-01-01'`)
    now += 6 * minuteMs
    const work: EnrichWork = {
      connection: world().connection,
      settings,
      companyId: company.id,
      now: new Date(now).toISOString(),
    }
    child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: 'inherit' })
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    const before = await observed()
    if ((await checkedCount()) < domains - 6) {
      // It has started working, and is killed at a different moment each time: registries are queried once a second, so it isn't finished.
      await expect.poll(observed, generous).toBeGreaterThan(before)
      expect(await claimed()).toBeLessThanOrEqual(6 * (kills + 1))
      await sleep((kills * 137) % 400)
      child.kill('SIGKILL')
      expect((await ended)[1]).toBe('SIGKILL')
      kills += 1
      continue
    }
    expect((await ended)[0]).toBe(0)
    break
  }
  expect(kills).toBeGreaterThanOrEqual(2)

  expect(await checkedCount()).toBe(domains)
  const kinds = await rowsOf<{ title: string; kinds: string[]; counts: number[]; settled: boolean }>(
    `select t.title, array_agg(o.kind order by o.kind) as kinds, array_agg(distinct o.seen_count) as counts,
       bool_and(o.is_settled) as settled
     from threats t join domain_observations o on o.company_id = t.company_id and o.threat_id = t.id
     where t.company_id = $1 group by t.title order by t.title`,
    [company.id],
  )
  expect(kinds).toEqual(
    hosts.toSorted().map((title) => ({
      title,
      kinds: ['dns', 'hosting', 'http', 'registration', 'tls'],
      counts: [1],
      settled: true,
    })),
  )
  // Scored once, with each reason once.
  const threats = await rowsOf<{ version: number; score: number; names: string[] }>(
    `select distinct version, score, array(select i ->> 'name' from jsonb_array_elements(indicators) i) as names
     from threats where company_id = $1`,
    [company.id],
  )
  expect(threats).toHaveLength(1)
  expect(threats[0]).toMatchObject({ version: 2, names: expect.arrayContaining(['Parked page', 'No mail records']) })
  expect(new Set(threats[0]!.names).size).toBe(threats[0]!.names.length)
  const audits = await rowsOf<{ entries: number; threats: number }>(
    `select count(*)::int as entries, count(distinct target_id)::int as threats from audit
     where company_id = $1 and action = 'threat.enriched'`,
    [company.id],
  )
  expect(audits).toEqual([{ entries: domains, threats: domains }])
  expect(await claimed()).toBe(0)
})
