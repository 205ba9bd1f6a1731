import type { PartHealth } from '@signet/contract/system-health'
import type { Role } from '@signet/contract/permissions'
import type { Secrets } from './secrets.ts'
import type { Enqueue } from './jobs.ts'
import type { Database, Tx } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'

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

/** The parts of the installation, looked at and tried outside of the request's transaction. */
export interface Health {
  checkAll(): Promise<PartHealth[]>
  tryStorage(): Promise<PartHealth>
  tryQueue(): Promise<PartHealth>
  tryMail(person: { name: string; email: string; companyId: number }): Promise<PartHealth>
}

/** What passwords and second factors depend on, besides the user. */
export interface Installation {
  /** Where people reach the portal, e.g. `https://portal.example.com`; passkeys are bound to its host. */
  origin: string
  /** Seals the secrets of second factors and hashes recovery codes: 32 bytes. */
  factorKey: Buffer
  /** A folder of the public range-file format with breached passwords; null when only the list that comes along is asked. */
  breachedPasswords: string | null
  /** Whether names are looked up by DNS and the like; left out where they are not. */
  looksUp?: boolean
  /** Whether certificate logs are followed; left out where none is. */
  followsLogs?: boolean
}

/**
 * What an action receives. `tx` sees only `companies`; the row, its audit record and its job commit together or not at all.
 */
export interface Context {
  tx: Tx
  actor: Actor
  company: CompanyRef
  /** The companies `tx` sees: `company` alone, unless the route is about several. */
  companies: readonly CompanyRef[]
  enqueue: Enqueue
  requestId: string
  ip: string | null
  /** Makes an address for a stored file that this session may open for five minutes; of `company` unless another is given. */
  fileHref: (fileId: string, of?: { id: number }) => string
  files: FileStore
  health: Health
  /** Closes and opens passwords and other secrets of the company. */
  secrets: Secrets
  /** What checks of people need of this installation. */
  installation: Installation
  /**
   * For the calls about one's own account: runs work on people and sessions as `signet_identity`, which sees nothing of a
   * company. It happens inside the transaction of `tx`, so a changed password and its audit record commit together or not at all.
   * Whoever uses it names the user in every query: these tables have no row-level security.
   */
  identity: Database['inIdentity']
  /**
   * Commits what was done so far and goes on in a new transaction of the same companies, on the same connection: for what must be on
   * record whatever comes next. Only for routes that are `isShownOnce`; any other would lose its answer for a repeated request.
   */
  commitSoFar: () => Promise<void>
  /**
   * Leaves a trace in the identity tables that stays when the action is refused and rolled back, such as a wrong password that
   * counts. Runs in a transaction of its own after that of `tx` has ended.
   */
  recordAfterRefusal: (trace: (tx: Tx) => Promise<void>) => void
}
