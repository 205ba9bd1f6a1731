import type { Role } from '@signet/contract/permissions'
import type { Tx } from './db/database.ts'
import type { Enqueue } from './jobs/queue.ts'

/** A company as far as access decisions need it. */
export interface CompanyRef {
  id: number
  key: string
  name: string
  modules: Record<string, boolean>
}

/** Who acts: the signed-in user of a live session. */
export interface Actor {
  userId: string
  sessionId: string
  name: string
  email: string
  role: Role
  /** The company the user belongs to. */
  company: CompanyRef
  /** Companies beyond the own one, by name; every active one for a superAdmin. */
  adminCompanies: CompanyRef[]
  phone: string | null
  lastSignInAt: Date | null
}

/**
 * What an action receives. `tx` sees only `company`; the row, its audit record and its job commit together or not at all.
 */
export interface Context {
  tx: Tx
  actor: Actor
  company: CompanyRef
  enqueue: Enqueue
  requestId: string
  ip: string | null
  /** Makes an address for a stored file that this session may open for five minutes. */
  fileHref: (evidenceId: string) => string
}
