import { expect, test } from 'vitest'
import { newInstallation, type Installation } from './signet-process.ts'

const slow = { timeout: 600_000 }
const tables = ['companies', 'brands', 'users', 'user_companies', 'threats', 'takedowns', 'deeper_analyses', 'evidence']
tables.push('remarks', 'bookmarks', 'sightings', 'scans', 'audit')

// The sign-ins of a minute go into the audit once it is over, whichever start is running by then.
const isCounted = (table: string) => (table === 'audit' ? `where action not like 'signIn.%'` : '')

async function countsOf(signet: Installation): Promise<unknown> {
  const counts = tables.map((table) => `(select count(*)::int from ${table} ${isCounted(table)}) as ${table}`)
  return (await signet.sql(`select ${counts.join(', ')}`))[0]
}

async function serveDemo(signet: Installation, env: Record<string, string> = {}): Promise<string> {
  const server = signet.start(['serve'], { env: { SIGNET_DEMO: '1', ...env } })
  await server.says(/Signet is at http/)
  const { code, stderr } = await server.end('SIGTERM')
  expect(code).toBe(0)
  return stderr
}

test('loads the demo with the first start, names its users, and adds nothing with the second', slow, async () => {
  const signet = await newInstallation()
  const first = await serveDemo(signet)
  expect(first).toContain('Loading the demo companies')
  expect(first).toMatch(/client@demo\.example +client +Meridian Bank/)
  const loaded = await countsOf(signet)
  expect(loaded).toMatchObject({ companies: 4, users: 45, scans: 1 })
  expect((loaded as { threats: number }).threats).toBeGreaterThan(1000)
  expect(await signet.sql('select state from scans')).toEqual([{ state: 'done' }])

  const second = await serveDemo(signet)
  expect(second).not.toContain('Loading')
  expect(await countsOf(signet)).toEqual(loaded)
  // Real companies come later and are never taken for the demo's.
  await signet.run(['company', 'add', '--key', 'acme', '--name', 'Acme'])
  expect(await signet.sql('select key from companies where not is_demo')).toEqual([{ key: 'acme' }])
})

test('completes a demo whose loading was killed', slow, async () => {
  const whole = await newInstallation()
  await serveDemo(whole)
  const signet = await newInstallation()
  const killed = signet.start(['serve'], { env: { SIGNET_DEMO: '1' } })
  await killed.says(/Loading the demo companies/)
  await killed.end('SIGKILL')
  await serveDemo(signet)
  const { sightings, ...counts } = (await countsOf(signet)) as Record<string, number>
  const expected = (await countsOf(whole)) as Record<string, number>
  for (const [table, count] of Object.entries(counts)) {
    // What was decided, and how often a threat was seen, depends on the minute of the first start, and the two are a minute apart.
    const isDecided = ['audit', 'takedowns', 'deeper_analyses', 'remarks', 'bookmarks'].includes(table)
    const wanted = expected[table] ?? Number.NaN
    // On a busy machine they are minutes apart, which moves a few rows of a short table.
    if (isDecided) expect(Math.abs(count - wanted), table).toBeLessThan(Math.max(10, wanted * 0.03))
    else expect(count, table).toBe(wanted)
  }
  expect(sightings).toBeGreaterThan(10_000)
  const unseen = 'select from threats t where not exists (select from sightings s where s.threat_id = t.id)'
  expect(await signet.sql(unseen)).toEqual([])
})

test('loads the demo from the command line, and a second time adds nothing', slow, async () => {
  const signet = await newInstallation()
  const first = await signet.run(['demo'])
  expect(first).toMatchObject({ code: 0 })
  const loaded = await countsOf(signet)
  const second = await signet.run(['demo'])
  expect(second).toMatchObject({ code: 0 })
  expect(JSON.parse(second.stdout)).toMatchObject({ created: false, threatsAdded: 0 })
  const { sightings, scans, ...lasting } = (await countsOf(signet)) as Record<string, number>
  expect(loaded).toMatchObject(lasting)
  expect([sightings, scans]).not.toContain(0)
})
