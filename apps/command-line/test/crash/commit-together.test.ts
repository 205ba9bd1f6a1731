import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { openDatabase, type Database, type Tx } from '@signet/server/db/database'
import { migrate } from '@signet/server/db/migrate'
import { asProduct, recordAudit } from '@signet/server/features/audit/audit.queries'
import { sealAudit } from '@signet/server/features/audit/seal-audit'
import { captureJob } from '@signet/server/features/captures/captures.jobs'
import { addCompany } from '@signet/server/features/companies/add-company'
import { publishEvent } from '@signet/server/features/notifications/live-events.queries'
import type { Queue } from '@signet/server/app/jobs'
import { openQueue } from '@signet/server/jobs/queue'
import { openLog } from '@signet/server/log'
import { onCluster } from '@signet/server/test/on-cluster'
import { testRolePassword } from '@signet/server/test/role-password'
import { findCitus, startCluster, type OwnCluster } from './own-cluster.ts'
import { startAgain, type OwnPostgres } from './own-postgres.ts'

/*
 * What a transaction writes on the node of a company and on the coordinator is committed together, whenever the coordinator ends.
 * The moments are held: a commit that waits for a standby which doesn't exist has been written but isn't visible, and it keeps the lock
 * of notifications, which the next commit takes after its node got ready.
 */

const bin = findCitus()
const patience = { timeout: 30_000, interval: 20 }
const log = openLog('silent')
const key = randomBytes(32)
const ids = new Map(['early', 'late', 'next', 'unheard'].map((name) => [name, randomUUID()]))
const idOf = (name: string) => required(ids.get(name), name)

/** The tests' nodes don't wait for their disks or for a standby otherwise. */
const waitForStandby = (tx: Tx) => sql`set local synchronous_commit = on`.execute(tx)

describe.runIf(onCluster && bin)('on a cluster whose coordinator is killed', { timeout: 120_000 }, () => {
  let cluster: OwnCluster
  let coordinator: OwnPostgres
  let database: Database
  let companyId: number

  beforeAll(async () => {
    cluster = await startCluster(bin as string, {
      'citus.recover_2pc_interval': '-1',
      'citus.shard_count': '2',
    })
    coordinator = required(cluster.nodes[0], 'the coordinator')
    database = open()
    await migrate(database)
    companyId = (await addCompany(database, { key: 'acme', name: 'Acme' })).companyId
    await (await openQueue(database, log)).stop()
  }, 120_000)
  afterAll(async () => {
    await database.close()
    await cluster.stop()
  })

  const open = () => openDatabase({ connectionString: cluster.url, rolePassword: testRolePassword }, 3)

  const waitingFor = async (event: string) =>
    (await database.pool.query<{ pid: number }>('select pid from pg_stat_activity where wait_event = $1', [event])).rows

  /** Kills the process whose commit waits for an event, before it can go on, and with it the coordinator. */
  async function killWaitingFor(event: string): Promise<void> {
    await expect.poll(async () => (await waitingFor(event)).length, patience).toBe(1)
    for (const { pid } of await waitingFor(event)) process.kill(pid, 'SIGKILL')
    await coordinator.end('SIGKILL')
    await database.close()
    await startAgain(coordinator)
    database = open()
  }

  /** Writes a row with its audit record on the node, a job and a live event on the coordinator. */
  async function write(name: string, queue: Queue, more: (tx: Tx) => Promise<unknown> = async () => {}): Promise<void> {
    await database.inCompanies([companyId], async (tx) => {
      await more(tx)
      const id = idOf(name)
      await tx
        .insertInto('brands')
        .values({ company_id: companyId, id, key: name, name, aliases: [], official: [] })
        .execute()
      const entry = { action: 'brand.add', targetType: 'brand', targetId: idOf(name) }
      await recordAudit({ ...asProduct(tx, companyId), requestId: null }, entry)
      await publishEvent(tx, { companyId, type: 'threat.changed', data: { name } })
      await queue.enqueue(tx, captureJob, { companyId, captureId: name })
    })
  }

  /** How many there are of what it wrote: the parts on the node, and those on the coordinator. */
  async function partsOf(name: string): Promise<{ onNode: number[]; onCoordinator: number[] }> {
    const onNode = await database.inCompanies([companyId], async (tx) => [
      (await tx.selectFrom('brands').select('id').where('company_id', '=', companyId).where('key', '=', name).execute())
        .length,
      (
        await tx
          .selectFrom('audit')
          .select('id')
          .where('company_id', '=', companyId)
          .where('target_id', '=', idOf(name))
          .execute()
      ).length,
    ])
    const count = async (text: string) => (await database.pool.query(text, [name])).rowCount ?? 0
    const onCoordinator = [
      await count(`select from live_events where data ->> 'name' = $1`),
      await count(`select from pgboss.job where data ->> 'captureId' = $1`),
    ]
    return { onNode, onCoordinator }
  }
  const none = { onNode: [0, 0], onCoordinator: [0, 0] }
  const all = { onNode: [1, 1], onCoordinator: [1, 1] }

  const recover = () => database.pool.query('select recover_prepared_transactions()')

  async function setStandby(name: string): Promise<void> {
    await database.pool.query(`alter system set synchronous_standby_names = '${name}'`)
    await database.pool.query('select pg_reload_conf()')
    const names = async () =>
      (await database.pool.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`))
        .rows[0]?.names
    await expect.poll(names, patience).toBe(name)
  }

  /** A session whose commit waits, with the lock of notifications, until the coordinator ends. */
  async function holdNotifications(): Promise<void> {
    const client = new Client({ connectionString: cluster.url })
    client.on('error', () => {})
    await client.connect()
    // A commit that wrote nothing waits for nobody.
    await client.query(
      `set synchronous_commit = on; begin; select pg_logical_emit_message(true, 'held', ''); notify held`,
    )
    client.query('commit').catch(() => {})
    await expect.poll(async () => (await waitingFor('SyncRep')).length, patience).toBe(1)
  }

  async function whileQueueing(work: (queue: Queue) => Promise<void>): Promise<void> {
    const queue = await openQueue(database, log)
    await work(queue)
    // Its server was killed.
    await queue.stop().catch(() => {})
  }

  test('nothing of a transaction is kept that the coordinator had not committed', async () => {
    await setStandby('nobody')
    await whileQueueing(async (queue) => {
      await holdNotifications()
      const writing = expect(write('early', queue)).rejects.toThrow()
      await killWaitingFor('object')
      await writing
      await recover()
      expect(await partsOf('early')).toEqual(none)
      await setStandby('')
    })
  })

  test('all of a transaction is kept that it had committed, and readers of its part wait for the other', async () => {
    await setStandby('nobody')
    await whileQueueing(async (queue) => {
      const writing = expect(write('late', queue, waitForStandby)).rejects.toThrow()
      await killWaitingFor('SyncRep')
      await writing
      await setStandby('')
    })
    expect(await partsOf('late')).toEqual({ ...all, onNode: none.onNode })
    // A record that is added now must not be sealed before the one that comes later and was written earlier.
    await database.inCompanies([companyId], (tx) =>
      recordAudit(
        { ...asProduct(tx, companyId), requestId: null },
        { action: 'brand.add', targetType: 'brand', targetId: idOf('next') },
      ),
    )
    await passPreparedNumbers()
    const read = { isOver: false }
    const reading = database.afterCommits([companyId]).then(() => (read.isOver = true))
    const sealing = sealAudit({ database, log }, key)
    await expect.poll(() => waitingOnNodes(), patience).toBe(2)
    expect(read.isOver).toBe(false)
    await recover()
    await reading
    expect(await partsOf('late')).toEqual(all)
    await sealing
    const { rows } = await database.pool.query(
      `select a.target_id from audit a join audit_chain c on c.company_id = a.company_id and c.audit_id = a.id
       where a.company_id = $1 order by c.seq`,
      [companyId],
    )
    expect(rows).toEqual([{ target_id: idOf('late') }, { target_id: idOf('next') }])
  })

  test('all of a transaction is kept whose node is killed before it hears of the commit', async () => {
    const node = await nodeOfCompany()
    await setStandby('nobody')
    await whileQueueing(async (queue) => {
      const writing = Promise.allSettled([write('unheard', queue, waitForStandby)])
      await expect.poll(async () => (await waitingFor('SyncRep')).length, patience).toBe(1)
      await node.end('SIGKILL')
      await setStandby('')
      // Whether the writer hears that it was committed, or that a connection was lost, depends on what the node said last.
      await writing
      await startAgain(node)
    })
    // The coordinator's sessions still hold their connections to the node that was killed.
    await database.close()
    database = open()
    await recover()
    expect(await partsOf('unheard')).toEqual(all)
  })

  /**
   * Citus takes what is prepared for running while another transaction has its number, and doesn't recover it. The numbers begin again with
   * the server: without this the readers that wait could have the number of what they wait for.
   */
  async function passPreparedNumbers(): Promise<void> {
    for (let passed = 0; passed < 20; passed += 1) {
      await database.inCompanies([companyId], (tx) => tx.selectFrom('brands').select('id').execute())
    }
  }

  /** The node with the rows of the company. */
  async function nodeOfCompany(): Promise<OwnPostgres> {
    const { rows } = await database.pool.query<{ port: number }>(
      `select nodeport as port from citus_shards where shardid = get_shard_id_for_distribution_column('brands', $1::int) limit 1`,
      [companyId],
    )
    return required(
      cluster.nodes.find(({ url }) => Number(new URL(url).port) === rows[0]?.port),
      'the node of the company',
    )
  }

  async function waitingOnNodes(): Promise<number> {
    const { rows } = await database.pool.query<{ count: number }>(
      `select sum(result::int)::int as count from run_command_on_workers(
         $$ select count(*) from pg_stat_activity where wait_event = 'PgSleep' $$)`,
    )
    return rows[0]?.count ?? 0
  }
})
