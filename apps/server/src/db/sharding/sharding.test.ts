import { randomBytes, randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabaseWithoutCluster, databaseOf, dropDatabase, makeCluster } from '../../../test/cluster.ts'
import { addThreats, numbersIn } from '../../../test/numbered-threats.ts'
import { onCluster } from '../../../test/on-cluster.ts'
import { openDatabase, type Database } from '../database.ts'
import { migrate } from '../migrate.ts'
import { coordinatorTables } from './kinds.ts'
import { isReadyToShard, planSharding, runSharding } from './shard-tables.ts'

const range = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** Needs a cluster: `TEST_DATABASE_URL` of its coordinator. */
describe.skipIf(!onCluster)('a live database that becomes a cluster', () => {
  const name = `signet_shard_${randomBytes(6).toString('hex')}`
  let admin: Database
  let database: Database
  const companies: number[] = []

  const numberOf = async (table: string, companyIds: number[] = companies): Promise<number> =>
    database.inCompanies(companyIds, async (tx) => {
      const { rows } = await tx.executeQuery<{ count: number }>(
        CompiledQuery.raw(`select count(*)::int as count from ${table}`),
      )
      return rows[0]?.count ?? -1
    })

  const find = (companyId: number, ...names: readonly string[]) =>
    database.inCompanies([companyId], (tx) => addThreats(tx, companyId, names))

  async function addCompany(key: string): Promise<number> {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into companies (key, name, threat_sources) values ($1, $1, '{}') returning id`,
      [key],
    )
    const id = rows[0]?.id ?? 0
    companies.push(id)
    await database.inCompanies([id], async (tx) => {
      const [threatId = ''] = await addThreats(tx, id, [key])
      await tx
        .insertInto('takedowns')
        .values({ company_id: id, id: randomUUID(), threat_id: threatId, status: 'draft', requested_by_name: 'x' })
        .execute()
    })
    return id
  }

  beforeAll(async () => {
    admin = openDatabase(inject('server'), 1)
    await createDatabaseWithoutCluster(admin, name)
    database = openDatabase(databaseOf(inject('server'), name), 2)
    await migrate(database)
    for (const key of ['one', 'two', 'three']) await addCompany(key)
    await database.close()
    await makeCluster(admin, name)
    database = openDatabase(databaseOf(inject('server'), name), 2)
  })
  afterAll(async () => {
    await database.close()
    await dropDatabase(admin, name)
    await admin.close()
  })

  test('refuses what it could not keep, and changes nothing', async () => {
    const client = await database.pool.connect()
    const refusals = [
      [
        'alter table threats disable trigger number_threats',
        'alter table threats enable trigger number_threats',
        'threats.number_threats',
      ],
      [
        `alter table user_tokens add odd_company int, add odd_brand uuid,
           add constraint odd_key foreign key (odd_company, odd_brand) references brands (company_id, id)`,
        'alter table user_tokens drop odd_company, drop odd_brand',
        'user_tokens.odd_key',
      ],
    ] as const
    for (const [make, undo, named] of refusals) {
      await client.query(make)
      await expect(runSharding(client)).rejects.toThrow(named)
      await client.query(undo)
    }
    expect((await planSharding(client))[0]).toEqual({ kind: 'prepare', name: 'functions' })
    client.release(true)
  })

  test('stays as it is until it is asked to, and then keeps every row', async () => {
    await migrate(database)
    const client = await database.pool.connect()
    await client.query('create policy odd on bookmarks as restrictive for select to signet_app using (true)')
    const plan = await planSharding(client)
    expect(plan).toContainEqual({ kind: 'distribute', name: 'threats' })
    // Interrupted twice, at a table and at a foreign key.
    for (const kind of ['distribute', 'foreignKey']) {
      let left = 5
      const stopping = runSharding(client, (step) => {
        if (step.kind === kind && (left -= 1) === 0) throw new Error('stopped here')
      })
      await expect(stopping).rejects.toThrow('stopped here')
      // A start of the program doesn't move rows; what is left has none after the second interruption.
      expect(await isReadyToShard(client)).toBe(kind === 'foreignKey')
    }
    await runSharding(client)
    expect(await planSharding(client)).toEqual([])
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_constraint k join pg_class c on c.oid = k.conrelid
       where k.contype = 'f' and c.relname = 'threat_merges'`,
    )
    expect(rows).toEqual([{ count: 2 }])
    const { rows: policies } = await client.query(`select permissive from pg_policies where policyname = 'odd'`)
    expect(policies).toEqual([{ permissive: 'RESTRICTIVE' }])
    client.release(true)
    for (const table of ['threats', 'takedowns', 'threat_count_changes']) expect(await numberOf(table), table).toBe(3)
  })

  test('shows a company its own rows only, on the coordinator and on each node', async () => {
    const [first = 0] = companies
    expect(await numberOf('threats', [first])).toBe(1)
    expect(await numberOf('threats', [])).toBe(0)
    const { rows } = await database.pool.query<{ result: string }>(
      `select result from run_command_on_shards('threats', $$ select relrowsecurity and relforcerowsecurity from pg_class
         where oid = '%s'::regclass $$)`,
    )
    expect(new Set(rows.map(({ result }) => result))).toEqual(new Set(['t']))
    for (const table of coordinatorTables) {
      const { rows: found } = await database.pool.query(
        'select from pg_dist_partition where logicalrelid = to_regclass($1)',
        [table],
      )
      expect(found, table).toEqual([])
    }
  })

  test('counts what is added afterwards by the triggers of the shards', async () => {
    const id = await addCompany('four')
    expect(await numberOf('threat_count_changes', [id])).toBe(1)
    expect(await numberOf('case_count_changes', [id])).toBe(1)
    expect(await numberOf('block_changes', [id])).toBe(1)
  })

  test('numbers threats on from those it had, without gaps and without sequences', async () => {
    const [first = 0, second = 0] = companies
    await find(first, 'a', 'b')
    // Found again: no new number.
    await find(first, 'b', 'c', 'one')
    expect(await numbersIn(database, first)).toEqual([1, 2, 3, 4])
    const undone = database.inCompanies([first], async (tx) => {
      await addThreats(tx, first, ['d', 'e'])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    // At the same moment, and in two companies.
    await Promise.all(
      ['f', 'g', 'h', 'i'].flatMap((title) => [find(first, title, `${title} 2`, 'a'), find(second, title, 'same')]),
    )
    expect(await numbersIn(database, first)).toEqual(range(12))
    expect(await numbersIn(database, second)).toEqual(range(6))
    const { rows } = await database.pool.query(
      `select from pg_sequences where sequencename like 'threat\\_numbers\\_%'`,
    )
    expect(rows).toEqual([])
  })

  test('refuses changes of single columns that a role has no right to, on the shards too', async () => {
    const [first = 0] = companies
    await database.pool.query(
      `insert into bookmarks (company_id, user_id, threat_id) select company_id, id, id from threats where company_id = ${first}`,
    )
    const set = (text: string) =>
      database.inCompanies([first], async (tx) =>
        tx.executeQuery(CompiledQuery.raw(`update bookmarks set ${text} where company_id = ${first}`)),
      )
    await set(`note = 'mine'`)
    await expect(set(`at = '2020-01-01'`)).rejects.toThrow(/permission denied/)
  })

  test('moves a company to another node with its rights, triggers and rules', async () => {
    const [first = 0] = companies
    const [others, threats, changes] = [
      await numberOf('threats', companies.slice(1)),
      await numberOf('threats', [first]),
      await numberOf('threat_count_changes', [first]),
    ]
    const pool = await database.pool.connect()
    try {
      await pool.query('set citus.enable_unsafe_triggers = on')
      await pool.query(
        `select isolate_tenant_to_new_shard('threats', ${first}, 'CASCADE', shard_transfer_mode => 'block_writes')`,
      )
      const { rows } = await pool.query<{ shard: string; port: number; other: number }>(
        `select p.shardid::text as shard, p.nodeport as port,
         (select nodeport from pg_dist_node n where n.shouldhaveshards and n.nodeport <> p.nodeport limit 1) as other
       from pg_dist_shard_placement p where shardid = get_shard_id_for_distribution_column('threats', ${first})`,
      )
      const [from] = rows
      await pool.query(
        `select citus_move_shard_placement($1::bigint, '127.0.0.1', $2, '127.0.0.1', $3, 'block_writes')`,
        [from?.shard, from?.port, from?.other],
      )
    } finally {
      pool.release(true)
    }
    expect(await numberOf('threats', [first])).toBe(threats)
    await database.inCompanies([first], (tx) =>
      tx.updateTable('threats').set({ severity: 4 }).where('company_id', '=', first).execute(),
    )
    expect(await numberOf('threat_count_changes', [first])).toBeGreaterThan(changes)
    await find(first, 'after the move', 'a')
    expect(await numbersIn(database, first)).toEqual(range(13))
    expect(await numberOf('threats', companies.slice(1))).toBe(others)
  })
})
