import { setTimeout as wait } from 'node:timers/promises'
import { sealAudit } from '../src/features/audit/seal-audit.ts'
import { theWorld } from './harness.ts'

const patienceMs = 60_000

/**
 * Seals everything that was committed until now. Any transaction that runs holds it up, also one of another test file: numbers of
 * transactions are those of the whole server.
 */
export async function sealAll(): Promise<void> {
  const { database, keys } = theWorld()
  const ask = async (text: string) => (await database.pool.query<{ xid: string }>(text)).rows[0]?.xid ?? '0'
  const now = BigInt(await ask('select pg_current_xact_id()::text as xid'))
  const until = performance.now() + patienceMs
  while (BigInt(await ask('select pg_snapshot_xmin(pg_current_snapshot())::text as xid')) <= now) {
    if (performance.now() > until) throw new Error('a transaction runs for a minute: nothing can be sealed')
    await wait(20)
  }
  await sealAudit(database, keys.audit)
}
