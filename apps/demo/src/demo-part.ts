import type { Role } from '@signet/contract/access/permissions'
import type { Keys } from '@signet/server/app/keys'
import type { Queue } from '@signet/server/app/jobs'
import type { Secrets } from '@signet/server/app/secrets'
import type { Database } from '@signet/server/db/database'
import type { FileStore } from '@signet/server/files/file-store'
import type { DemoCompany } from './companies/demo-companies.ts'
import type { RecordedCases } from './decisions/recorded-cases.ts'
import type { Random } from './random.ts'

/** A user of the demo as stored. */
export interface DemoPerson {
  id: string
  name: string
  email: string
  role: Role
}

/** The installation that the demo is loaded into. */
export interface Installation {
  database: Database
  files: FileStore
  queue: Queue
  keys: Keys
  secrets: Secrets
}

/** The data that one part of the demo uses to fill its tables for one company. */
export interface DemoContext {
  program: Installation
  company: DemoCompany
  companyId: number
  /** The ids of its brands by key. */
  brandIds: ReadonlyMap<string, string>
  /** The user of each role who works for the company, including its own client and clientPeeker. */
  users: Record<Role, DemoPerson>
  /** Specific to this company and part: the same seed gives the same records, regardless of other parts. */
  random: Random
  /** The instant the data ends at. */
  today: Date
  /** The recorded takedowns by `recordedKey`. */
  recorded: (key: string) => RecordedCases
}

/**
 * One part of the demo. It runs at every start: it checks whether its records exist, and otherwise creates all of them in one transaction,
 * so that the next start completes an interrupted one.
 */
export interface DemoPart {
  name: string
  load: (demo: DemoContext) => Promise<void>
}
