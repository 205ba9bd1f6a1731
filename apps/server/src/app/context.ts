import type { FailedJob, JobKind, JobName, RunningProcess } from '@signet/contract/operation/jobs'
import type { DiskUse } from '@signet/contract/operation/disk-use'
import type { PartHealth } from '@signet/contract/operation/system-health'
import type { Role } from '@signet/contract/access/permissions'
import type { Secrets } from './secrets.ts'
import type { Enqueue } from './jobs.ts'
import type { MailAddress } from './mailer.ts'
import type { CommitSoFar, InIdentity, Tx } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'

/** A company as far as access decisions need it. */
export interface CompanyRef {
  id: number
  key: string
  name: string
  modules: Record<string, boolean>
}

/** The user of an active session, on whose behalf a call runs. */
export interface Actor {
  userId: string
  sessionId: string
  name: string
  email: string
  role: Role
  /** The company that the user belongs to. */
  company: CompanyRef
  /** Companies other than the user's own, by name; every active one for a superAdmin. */
  adminCompanies: CompanyRef[]
  phone: string | null
  lastSignInAt: Date | null
  /** The own role of a staff user who views the portal as a client: `role` and `company` are then those of the client. Null otherwise. */
  ownRoleInView: Role | null
}

/** The components of the installation; their checks run outside the request's transaction. */
export interface Health {
  checkAll(): Promise<PartHealth[]>
  tryStorage(): Promise<PartHealth>
  tryQueue(): Promise<PartHealth>
  tryMail(person: { name: string; email: string; companyId: number }): Promise<PartHealth>
  jobKinds(): Promise<JobKind[]>
  failedJobs(
    names: readonly JobName[],
    page: { limit: number; offset: number },
  ): Promise<{ items: FailedJob[]; total: number }>
  processes(): Promise<RunningProcess[]>
  diskUse(): Promise<DiskUse>
}

/** Settings that actions depend on. */
export interface InstallationSettings {
  /** A folder of the public range-file format with breached passwords; null if only the bundled list is checked. */
  breachedPasswords: string | null
  /** The sender of emails; null without a mail server, when every email stays on this machine. */
  mailFrom: MailAddress | null
  /** Whether workers look up domain names (DNS and others). */
  looksUp: boolean
  /** Whether those look-ups use a local internet. */
  isInternetSimulated: boolean
  /** Whether workers follow certificate logs. */
  followsLogs: boolean
}

/** What passwords, second factors and notices depend on, apart from the user. */
export interface Installation extends InstallationSettings {
  /** Origin of the portal, e.g. `https://portal.example.com`; passkeys are bound to its host. */
  origin: string
  /** Identity providers on private addresses that are allowed, as `host:port`. */
  ssoAllow: readonly string[]
  /** Encrypts the secrets of second factors and hashes recovery codes: 32 bytes. */
  factorKey: Buffer
}

/** What an action receives. `tx` sees only `companies`; the changed row, its audit record and its job commit together or not at all. */
export interface Context {
  tx: Tx
  actor: Actor
  company: CompanyRef
  /** The companies that `tx` sees: only `company`, unless the route covers several. */
  companies: readonly CompanyRef[]
  enqueue: Enqueue
  requestId: string
  ip: string | null
  /**
   * Creates a link to a stored file that is valid for this session for five minutes; the file belongs to `company` unless another is given.
   */
  fileHref: (fileId: string, of?: { id: number }) => string
  files: FileStore
  health: Health
  /** Encrypts and decrypts passwords and other secrets of the company. */
  secrets: Secrets
  /** The settings of this installation that actions need. */
  installation: Installation
  /**
   * Commits the work so far and continues in a new transaction for the same companies, on the same connection. It is for records that must
   * persist even if a later step fails. Only routes that are `isShownOnce` may use it; any other route would lose its stored answer for a
   * repeated request.
   */
  commitSoFar: CommitSoFar
  /**
   * Writes to the identity tables even though the action is refused and rolled back, e.g. to count a wrong password. Runs in a separate
   * transaction after that of `tx` has ended.
   */
  recordAfterRefusal: (trace: (tx: Tx) => Promise<void>) => void
}

/** What an action on users receives: in the same transaction, it also works as the role that may read and change them. */
export interface IdentityContext extends Context {
  /**
   * Runs work on users and sessions as `signet_identity`, which sees no company data. It runs inside the transaction of `tx`, so that a
   * changed password and its audit record commit together or not at all. Every query has to name the user, because these tables have no
   * row-level security.
   */
  identity: InIdentity
}
