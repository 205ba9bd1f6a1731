import type { Database } from '@signet/server/db/database'
import { currentTraceParent, traced } from '@signet/server/telemetry/tracing'

/** Records a transaction as a span of the work it is part of; the checks that a process makes every second are part of none. */
function transaction<T>(role: string, work: () => Promise<T>): Promise<T> {
  if (currentTraceParent() === null) return work()
  // Statements are never recorded, because they may contain values.
  return traced('database transaction', 'client', work, {
    attributes: { 'db.system.name': 'postgresql', 'signet.role': role },
  })
}

/** Records the transactions of a database as spans. */
export const tracedDatabase = (database: Database): Database => ({
  ...database,
  inCompanies: (ids, work) => transaction('signet_app', () => database.inCompanies(ids, work)),
  inIdentity: (work) => transaction('signet_identity', () => database.inIdentity(work)),
  withIdentity: (ids, work) => transaction('signet_identity', () => database.withIdentity(ids, work)),
  inAudit: (ids, work) => transaction('signet_audit', () => database.inAudit(ids, work)),
})
