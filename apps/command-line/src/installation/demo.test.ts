import { factsByKind, type Facts, type ObservationKind } from '@signet/contract/threats/observations'
import type { Indicator } from '@signet/contract/threats/findings'
import { weighDomain } from '@signet/detection'
import { beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { countsOf } from '../../test/demo-counts.ts'
import { jsonLines, newReadyInstallation, onlyLine } from '../../test/signet-process.ts'

let signet: Awaited<ReturnType<typeof newReadyInstallation>>

beforeAll(async () => {
  signet = await newReadyInstallation()
  expect(await signet.run(['demo'])).toMatchObject({ code: 0 })
}, 600_000)

test('loads the demo from the command line, and a second time adds nothing', { timeout: 600_000 }, async () => {
  const loaded = await countsOf(signet)
  const second = await signet.run(['demo'])
  expect(second).toMatchObject({ code: 0 })
  expect(JSON.parse(second.stdout)).toMatchObject({ created: false, threatsAdded: 0 })
  const { sightings, scans, ...lasting } = await countsOf(signet)
  expect(loaded).toMatchObject(lasting)
  expect([sightings, scans]).not.toContain(0)
})

test('the checks of a domain in the demo found what its reasons say', async () => {
  const rows = await signet.sql<{ id: string; reasons: Indicator[]; kind: ObservationKind; facts: Facts }>(
    `select distinct on (o.company_id, t.id, o.kind) t.id, t.indicators as reasons, o.kind, o.facts
     from threats t join domain_observations o on o.company_id = t.company_id and o.threat_id = t.id
     where t.is_demo and t.source = 'Domain' and t.kind = 'threat' order by o.company_id, t.id, o.kind, o.observed_at desc`,
  )
  const compared = new Set([
    'Does not resolve',
    'Mail records found',
    'No mail records',
    'Parked page',
    'Password field',
  ])
  const domains = Map.groupBy(rows, ({ id }) => id)
  expect(domains.size).toBeGreaterThan(900)
  for (const [id, seen] of domains) {
    const found = weighDomain({ ...factsByKind(seen), aliases: [], official: [], isKeyShared: false, now: new Date() })
    const names = (reasons: readonly Indicator[]) =>
      reasons.flatMap(({ name }) => (compared.has(name) ? [name] : [])).toSorted()
    expect(names(found), id).toEqual(names(seen[0]?.reasons ?? []))
  }
})

test('audit verify passes over an untouched audit, and names the record that a statement changed', async () => {
  // Transactions of another test file on the same server delay sealing; loading the demo again adds nothing and seals.
  const unsealed = async () => {
    await signet.run(['demo'])
    const lines = jsonLines<{ unsealed: number }>(await signet.run(['audit', 'verify']))
    return lines.filter((line) => line.unsealed > 0)
  }
  await expect.poll(unsealed).toEqual([])
  const clean = await signet.run(['audit', 'verify'])
  expect(clean).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(clean)).toContainEqual(expect.objectContaining({ company: 'meridian-bank', ok: true, unsealed: 0 }))
  const [row] = await signet.sql<{ id: string; seq: number }>(
    `select c.audit_id as id, c.seq::int as seq from audit_chain c join companies o on o.id = c.company_id
     where o.key = 'meridian-bank' order by c.seq desc limit 1`,
  )
  await signet.sql(`update audit set by_email = 'somebody@else.example' where id = '${row?.id}'`)
  const broken = await signet.run(['audit', 'verify', '--company', 'meridian-bank'])
  expect(broken.code).toBe(1)
  // One line for the user; the result itself is on standard output, as for every chain.
  expect(broken.stderr).toMatch(new RegExp(`^The audit log of meridian-bank is broken at record ${row?.id}[^\\n]+\\n$`))
  const [result] = jsonLines<{ broken: { reason: string } }>(broken)
  expect(result).toMatchObject({ company: 'meridian-bank', ok: false, broken: row })
  const at = {
    company: 'meridian-bank',
    record: row?.id ?? '',
    seq: String(row?.seq),
    why: result?.broken.reason ?? '',
  }
  expect(broken.stderr).toContain(sentenceOf('AUDIT_BROKEN', { ...at, file: '', others: 0 }))
  expect((await signet.run(['audit', 'verify', '--company', 'kestrel-rail'])).code).toBe(0)
})

test('audit verify of a company that does not exist says so', async () => {
  const ended = await signet.run(['audit', 'verify', '--company', 'no-such'])
  expect(ended.code).toBe(1)
  expect(onlyLine(ended)).toBe('There is no company no-such. Check the key, then try again.')
})
