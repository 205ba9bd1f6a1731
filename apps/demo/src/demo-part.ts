import type { Role } from '@signet/contract/permissions'
import type { Keys, Queue, Secrets, Database, FileStore } from '@signet/server'
import type { DemoCompany } from './demo-companies.ts'
import type { Random } from './random.ts'

/** A user of the demo as stored. */
export interface DemoPerson {
  id: string
  name: string
  email: string
  role: Role
}

/** What the demo is loaded into. */
export interface Installation {
  database: Database
  files: FileStore
  queue: Queue
  keys: Keys
  secrets: Secrets
}

/** What one part of the demo is given to fill its tables for one company. */
export interface DemoContext {
  program: Installation
  company: DemoCompany
  companyId: number
  /** The ids of its brands by key. */
  brandIds: ReadonlyMap<string, string>
  /** The user of each role who works for it; its own client and clientPeeker. */
  users: Record<Role, DemoPerson>
  /** Of this company and part alone: the same seed gives the same records, whatever other parts do. */
  random: Random
  /** The instant the data ends at. */
  today: Date
}

/**
 * One part of the demo. It is run at every start: it looks whether its records are there, and makes them all in one transaction
 * if they are not, so that a start that was cut off is completed by the next.
 */
export interface DemoPart {
  name: string
  load: (demo: DemoContext) => Promise<void>
}
