import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { dayMs } from '@signet/contract/time'
import { newCompany, useWorld, type TestCompany } from '../../../test/harness.ts'
import { whileRefused } from '../../../test/refuse-rows.ts'
import { recordAudit } from './audit.queries.ts'
import { keepAudit } from './keep-audit.ts'
import { headsFolder, readHeads, writeHeads } from './audit-heads.ts'
import { allSettled, sealAll } from '../../../test/seal-all.ts'
import { sealAudit } from './seal-audit.ts'
import { lockHead, planOfUnsealed, settledNow } from './seal-audit.queries.ts'
import { truncateAuditIps } from './truncate-ips.queries.ts'
import { verifyChain } from './verify-audit.ts'

const world = useWorld()
const sql = (text: string, values: unknown[] = []) => world().database.pool.query(text, values)

const verify = (company: TestCompany, written: Parameters<typeof verifyChain>[3] = []) =>
  verifyChain(world().database, world().keys.audit, company.id, written)

async function record(company: TestCompany, times = 1, ip: string | null = '203.0.113.9'): Promise<string[]> {
  const ids = Array.from({ length: times }, () => randomUUID())
  await world().database.inCompanies([company.id], (tx) =>
    recordAudit(
      { tx, company, ip, requestId: null, actor: null },
      ids.map((id) => ({
        action: 'threat.whitelist',
        targetType: 'threat',
        targetId: id,
        before: { n: 1 },
        after: { s: 'é"' },
      })),
    ),
  )
  return ids
}

/** Creates six sealed records and returns their ids in the order of the chain. */
async function sealed(): Promise<{ company: TestCompany; ids: string[] }> {
  const company = await newCompany()
  await record(company, 3)
  await sealAll()
  await record(company, 3)
  await sealAll()
  const { rows } = await sql('select audit_id from audit_chain where company_id = $1 order by seq', [company.id])
  return { company, ids: rows.map((row: { audit_id: string }) => row.audit_id) }
}

describe('an untouched audit', () => {
  test('holds from the first record to the last, each sealed once', async () => {
    const { company, ids } = await sealed()
    expect(ids).toHaveLength(6)
    await sealAll()
    expect(await verify(company)).toMatchObject({ verified: 6, unsealed: 0, broken: null })
    await record(company)
    expect(await verify(company)).toMatchObject({ verified: 6, unsealed: 1, broken: null })
  })

  test('holds when two processes seal it at once while others write', async () => {
    const company = await newCompany()
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await record(company, 5)
        await Promise.all([sealAll(), sealAll()])
      }),
    )
    await sealAll()
    expect(await verify(company)).toMatchObject({ verified: 100, unsealed: 0, broken: null })
  })

  test('of one company is sealed even if that of another cannot be', async () => {
    const [broken, sound] = [await newCompany(), await newCompany()]
    for (const company of [broken, sound]) await record(company)
    await allSettled()
    const { database, keys, log } = world()
    await whileRefused({ table: 'audit_chain', change: 'insert', companyId: broken.id }, async () => {
      await keepAudit({ database, key: keys.audit, log }).stop()
    })
    expect(await verify(broken)).toMatchObject({ verified: 0, unsealed: 1 })
    expect(await verify(sound)).toMatchObject({ verified: 1, unsealed: 0, broken: null })
  })

  test('misses no record of a transaction that began early and ended late', async () => {
    const company = await newCompany()
    const late = await world().database.pool.connect()
    try {
      await late.query('begin')
      await late.query(
        `insert into audit (company_id, id, action, target_type, target_id) values ($1, $2, 'late', 'user', $2)`,
        [company.id, randomUUID()],
      )
      await record(company, 2)
      await sealAudit(world(), world().keys.audit)
      await late.query('commit')
    } finally {
      late.release()
    }
    await record(company, 1)
    await sealAll()
    expect(await verify(company)).toMatchObject({ verified: 4, unsealed: 0, broken: null })
  })

  test('continues after a restore into a cluster with new transaction numbers', async () => {
    const { company } = await sealed()
    // Simulates records from a cluster that is a million transactions older.
    await sql('update audit set xid = xid + 1000000 where company_id = $1', [company.id])
    await sql('update audit_heads set last_xid = last_xid + 1000000 where company_id = $1', [company.id])
    await record(company, 2)
    await sealAll()
    await record(company, 1)
    await sealAll()
    expect(await verify(company)).toMatchObject({ verified: 9, unsealed: 0, broken: null })
  })

  test('is sealed by an index of the chain, even if the chain was empty when its statistics were taken', async () => {
    const company = await newCompany()
    const add = (count: number) =>
      sql(
        `insert into audit (company_id, id, action, target_type, target_id)
          select $1, gen_random_uuid(), 'threat.whitelist', 'threat', gen_random_uuid() from generate_series(1, $2)`,
        [company.id, count],
      )
    await add(2000)
    await sealAll()
    await sql('analyze audit, audit_chain')
    await sql(`delete from pg_statistic where starelid = 'audit_chain'::regclass`)
    await sql(`update pg_class set relpages = 0, reltuples = 0 where oid = 'audit_chain'::regclass`)
    await add(2000)
    const plan = await world().database.inAudit([company.id], async (tx) => {
      const head = required(
        await lockHead(tx, company.id, Buffer.alloc(32), await settledNow(tx)),
        'the end of the chain',
      )
      return planOfUnsealed(tx, company.id, head, 2000)
    })
    expect(plan).toMatch(/on audit_chain(_\d+)? c .*\n +Index Cond: .*audit_id = a\.id/)
  })

  test('holds after addresses older than ninety days were cut short, and no younger one is', async () => {
    const company = await newCompany()
    await record(company, 1, '203.0.113.9')
    await record(company, 1, '2001:db8:1:2::9')
    await sealAll()
    const ips = async () => (await sql('select ip from audit where company_id = $1 order by ip', [company.id])).rows
    await truncateAuditIps(world(), [company.id], new Date(Date.now() + 89 * dayMs))
    expect(await ips()).toEqual([{ ip: '2001:db8:1:2::9' }, { ip: '203.0.113.9' }])
    await truncateAuditIps(world(), [company.id], new Date(Date.now() + 91 * dayMs))
    expect(await ips()).toEqual([{ ip: '2001:db8:1::/48' }, { ip: '203.0.113.0/24' }])
    expect(await verify(company)).toMatchObject({ verified: 2, broken: null })
    await sql(`update audit set ip = '203.0.113.8' where company_id = $1 and ip like '203%'`, [company.id])
    expect((await verify(company)).broken).not.toBeNull()
  })
})

describe('the first record that was touched is named', () => {
  test.each([
    [`action = 'threat.reopen'`],
    [`after = '{"s": "e\\""}'`],
    [`before = null`],
    [`at = at + interval '1 microsecond'`],
    [`by_email = 'somebody@else.example'`],
    [`ip = '203.0.113.8'`],
    [`ip = null`],
    [`result = 'refused'`],
    [`reason = ''`],
    [`target_id = gen_random_uuid()`],
  ])('when %s', async (change) => {
    const { company, ids } = await sealed()
    const where = 'where company_id = $1 and id = any ($2)'
    const touched = [company.id, [ids[5], ids[3]]]
    const [column = '', value = ''] = change.split(' = ')
    // Computed first, because a cluster computes nothing of this kind in an update.
    const { rows } = await sql(`select (${value})::text as value from audit ${where} limit 1`, touched)
    await sql(`update audit set ${column} = $3 ${where}`, [...touched, rows[0]?.value])
    expect((await verify(company)).broken).toMatchObject({ seq: 4, id: ids[3] })
  })

  test('when it was dropped, alone or with its link', async () => {
    const alone = await sealed()
    await sql('delete from audit where id = $1', [alone.ids[2]])
    expect((await verify(alone.company)).broken).toMatchObject({ seq: 3, id: alone.ids[2] })
    const both = await sealed()
    await sql('delete from audit where id = $1', [both.ids[2]])
    await sql('delete from audit_chain where audit_id = $1', [both.ids[2]])
    expect((await verify(both.company)).broken).toMatchObject({ seq: 3 })
    const link = await sealed()
    await sql('delete from audit_chain where audit_id = $1', [link.ids[2]])
    expect((await verify(link.company)).broken).toMatchObject({ seq: 3, id: link.ids[2] })
  })

  test('when two were swapped, in what they say or in their place', async () => {
    const chain = await sealed()
    const swap = `update audit a set target_id = b.target_id from audit b where a.company_id = $1 and b.company_id = $1
      and a.id = any ($2) and b.id = any ($2) and a.id <> b.id`
    await sql(swap, [chain.company.id, [chain.ids[1], chain.ids[4]]])
    expect((await verify(chain.company)).broken).toMatchObject({ seq: 2, id: chain.ids[1] })
    const place = await sealed()
    const moved = `update audit_chain set seq = $3 where company_id = $1 and seq = $2`
    for (const [from, to] of [
      [2, 100],
      [5, 2],
      [100, 5],
    ])
      await sql(moved, [place.company.id, from, to])
    expect((await verify(place.company)).broken).toMatchObject({ seq: 2, id: place.ids[4] })
  })

  test('when the end was cut off, also with an end to match', async () => {
    const { company, ids } = await sealed()
    await sql('delete from audit where id = $1', [ids[5]])
    await sql('delete from audit_chain where audit_id = $1', [ids[5]])
    expect((await verify(company)).broken).toMatchObject({ seq: 6 })
    await sql(
      `update audit_heads h set seq = c.seq, hash = c.hash from audit_chain c
       where h.company_id = $1 and c.company_id = $1 and c.seq = 5`,
      [company.id],
    )
    expect((await verify(company)).broken?.reason).toBe('headForeign')
  })

  test('when one was slipped in before the end', async () => {
    const { company } = await sealed()
    const id = randomUUID()
    await sql(
      `insert into audit (company_id, id, action, target_type, target_id, xid) values ($1, $2, 'x', 'user', $2, 1)`,
      [company.id, id],
    )
    await sealAll()
    expect((await verify(company)).broken).toMatchObject({ id })
  })
})

test('a chain that is rewritten as a whole, even with the key, is found out by the saved ends', async () => {
  const { company, ids } = await sealed()
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-heads-'))
  try {
    const file = await writeHeads(world().database, directory, new Date('2026-11-21T03:17:00Z'))
    expect(path.basename(file)).toBe('2026-11-21.jsonl')
    const written = async () =>
      (await readHeads(path.join(directory, headsFolder), world().keys.audit)).get(company.id) ?? []
    expect(await verify(company, await written())).toMatchObject({ verified: 6, broken: null })

    await sql('delete from audit where id = $1', [ids[0]])
    await sql('delete from audit_chain where company_id = $1', [company.id])
    await sql('delete from audit_heads where company_id = $1', [company.id])
    await sealAll()
    expect(await verify(company)).toMatchObject({ verified: 5, broken: null })
    expect((await verify(company, await written())).broken).toMatchObject({ seq: 6 })
    await record(company, 1)
    await sealAll()
    expect((await verify(company, await written())).broken?.reason).toMatch(/^(headChanged|chainRewritten)$/)

    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"seq":6', '"seq":5'))
    expect((await verify(company, await written())).broken?.reason).toBe('headFileForeign')

    expect(await readHeads(path.join(directory, 'missing'), world().keys.audit)).toEqual(new Map())
    await expect(readHeads(file, world().keys.audit), 'unreadable').rejects.toMatchObject({ code: 'ENOTDIR' })
  } finally {
    await rm(directory, { recursive: true })
  }
})
