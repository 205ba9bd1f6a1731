import { beforeAll, expect, test } from 'vitest'
import { countsOf } from '../demo-counts.ts'
import { newInstallation, type Installation } from '../signet-process.ts'

const slow = { timeout: 600_000 }
async function serveDemo(signet: Installation, env: Record<string, string> = {}): Promise<string> {
  const server = signet.start(['serve'], { env: { SIGNET_DEMO: '1', ...env } })
  await server.waitForOutput(/Signet is at http/)
  const { code, stderr } = await server.end('SIGTERM')
  expect(code).toBe(0)
  return stderr
}

/** An installation whose demo was loaded without interruption: the output of its first start, and its content. */
let whole: Installation
let first: string
let loaded: Record<string, number>

beforeAll(async () => {
  whole = await newInstallation()
  first = await serveDemo(whole)
  loaded = await countsOf(whole)
}, slow.timeout)

test('loads the demo with the first start, names its users, and adds nothing with the second', slow, async () => {
  const signet = whole
  // One line for a company at most, and none for every part.
  const loading = first.match(/^Loading the demo companies: .+, \d+ %$/gm) ?? []
  expect(loading[0]).toBe('Loading the demo companies: Meridian Bank, threats, 0 %')
  expect(loading.length).toBeLessThanOrEqual(8)
  expect(first).toMatch(/^Scanning the bundled phishing feed: \d+ names$/m)
  expect(first).toMatch(/client@demo\.example +client +Meridian Bank/)
  expect(loaded).toMatchObject({ companies: 4, users: 45, scans: 1 })
  expect(loaded['threats']).toBeGreaterThan(1000)
  expect(await signet.sql('select state from scans')).toEqual([{ state: 'done' }])

  const second = await serveDemo(signet)
  expect(second).not.toContain('Loading')
  expect(await countsOf(signet)).toEqual(loaded)
  // Real companies are added later and are never treated as those of the demo.
  await signet.run(['company', 'add', '--key', 'acme', '--name', 'Acme'])
  expect(await signet.sql('select key from companies where not is_demo')).toEqual([{ key: 'acme' }])
})

test('completes a demo whose loading was killed', slow, async () => {
  const signet = await newInstallation()
  const killed = signet.start(['serve'], { env: { SIGNET_DEMO: '1' } })
  await killed.waitForOutput(/Loading the demo companies/)
  await killed.end('SIGKILL')
  await serveDemo(signet)
  const { sightings, ...counts } = await countsOf(signet)
  for (const [table, count] of Object.entries(counts)) {
    // Decisions and sightings depend on the minute of the first start, and the two starts are a minute apart.
    const isDecided = ['audit', 'takedowns', 'deeper_analyses', 'remarks', 'bookmarks'].includes(table)
    const wanted = loaded[table] ?? Number.NaN
    // On a busy machine they are minutes apart, which changes a few rows of a short table.
    if (isDecided) expect(Math.abs(count - wanted), table).toBeLessThan(Math.max(10, wanted * 0.03))
    else expect(count, table).toBe(wanted)
  }
  expect(sightings).toBeGreaterThan(10_000)
  // Scans record what they saw; what a client reported was seen by a person.
  const unseen = `select 1 from threats t
    where t.company_id = $1 and not exists (select from sightings s where s.company_id = $1 and s.threat_id = t.id)
      and not exists (select from request_threats r where r.company_id = $1 and r.threat_id = t.id)`
  const companies = await signet.sql<{ id: number }>('select id from companies')
  expect(companies.length).toBeGreaterThan(1)
  for (const { id } of companies) expect(await signet.sql(unseen, [id])).toEqual([])
})
