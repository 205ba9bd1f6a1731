import { setTimeout as wait } from 'node:timers/promises'
import { sealAudit } from '../src/features/audit/seal-audit.ts'
import { theWorld } from './harness.ts'

const patienceMs = 60_000

/**
 * Waits until every transaction that is now running has ended, including those of other test files: transaction numbers belong to the whole
 * server, and records and events are final once no earlier transaction is running.
 */
export async function allSettled(): Promise<void> {
  const { database } = theWorld()
  const ask = async (text: string) => (await database.pool.query<{ xid: string }>(text)).rows[0]?.xid ?? '0'
  const now = BigInt(await ask('select pg_current_xact_id()::text as xid'))
  const until = performance.now() + patienceMs
  while (BigInt(await ask('select pg_snapshot_xmin(pg_current_snapshot())::text as xid')) <= now) {
    if (performance.now() > until) throw new Error('a transaction runs for a minute: nothing can be sealed')
    await wait(20)
  }
}

/** Seals everything committed so far. */
export async function sealAll(): Promise<void> {
  const { database, keys, log } = theWorld()
  await allSettled()
  await sealAudit({ database, log }, keys.audit)
}
