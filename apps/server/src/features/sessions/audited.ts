import type { Actor } from '../../app/context.ts'
import type { Database, Tx } from '../../db/database.ts'
import { recordAudit, type AuditInput } from '../audit/audit.queries.ts'

/** Where a request came from, for the sign-in log and the audit. */
export interface Origin {
  ip: string | null
  userAgent: string | null
  requestId?: string | undefined
}

/** A user outside of a session, as the audit names them. */
export type AuditedPerson = Pick<Actor, 'userId' | 'name' | 'email' | 'role'> & { companyId: number }

/** Adds an audit record to the same transaction; `by` is the person unless the product itself acted. */
export type Note = (entry: AuditInput, by?: 'person' | 'product') => void

/** Runs work on a user's own rows as `signet_identity`, in one transaction with its audit records: both commit or neither does. */
export function audited<T>(
  database: Database,
  person: AuditedPerson,
  origin: Origin,
  work: (tx: Tx, note: Note) => Promise<T>,
): Promise<T> {
  return database.withIdentity([person.companyId], async (tx, identity) => {
    const notes: { entry: AuditInput; by: 'person' | 'product' }[] = []
    const result = await identity((own) => work(own, (entry, by = 'person') => notes.push({ entry, by })))
    for (const { entry, by } of notes) {
      await recordAudit(
        {
          tx,
          ip: origin.ip,
          requestId: origin.requestId ?? null,
          company: { id: person.companyId },
          actor: by === 'person' ? person : null,
        },
        entry,
      )
    }
    return result
  })
}
