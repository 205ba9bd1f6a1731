import type { FastifyRequest } from 'fastify'
import type { Permission } from '@signet/contract/permissions'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Logger } from '../log.ts'
import type { Actor } from './context.ts'
import type { Queue } from './jobs.ts'
import type { Keys } from './keys.ts'
import type { Secrets } from './secrets.ts'
import type { SessionSettings } from './session-settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    companyKey: string | null
  }
}

/** Lets a caller through so many times a minute, or a longer span. */
export interface RateGate {
  /** @param caller a user's id, or an address */
  admits(caller: string): boolean
  /** Whole seconds until counting begins anew. */
  secondsLeft(): number
}

/** What calls work with that a feature mounts itself, because they stream or speak a protocol of their own. */
export interface App {
  database: Database
  queue: Queue
  files: FileStore
  keys: Keys
  secrets: Secrets
  log: Logger
  /** The origin people reach the portal at, when it is not the address of the request (behind a proxy). */
  publicOrigin: string | null
  /** Where links in mails lead, when it is not the address of the request: one that a visitor cannot choose. */
  portalOrigin?: string | null
  /** How people sign in. */
  session: SessionSettings
  /** A folder of the public range-file format with breached passwords. */
  breachedPasswords?: string | null
  /** Whether workers look names up; left out where they do not. */
  looksUp?: boolean
  /** Whether workers follow certificate logs; left out where they do not. */
  followsLogs?: boolean
  isSecure: boolean
  gates: {
    /** @param name the same in every process */
    gate(name: string, perSpan: number, spanMs?: number): RateGate
  }
  clientLogGate: RateGate
  /** `host:port` pairs of identity providers that may be spoken to although they are not public addresses. */
  ssoAllow?: readonly string[]
  /** Limits of a stream of findings, where they are not those of the contract. */
  ingestLimits?: { bytes: number; lineBytes: number }
  /** Limits of the streams of events, where they are not the usual ones. */
  streamLimits?: Partial<StreamLimits>
  newCsrfToken: () => string
  signedIn: SignedIn
  /** Finds out who makes a call, and refuses those who may not make it; see `http/authenticate.ts`. */
  authorise(request: FastifyRequest, permission: Permission): Promise<Actor>
}

/** Whose sessions are alive. */
export interface SignedIn {
  actorOf(sessionId: string): Promise<Actor | null>
  /** Those of the sessions that have not ended. */
  aliveOf(sessionIds: ReadonlySet<string>): Promise<Set<string>>
}

/** Times and sizes of the live channel, see `features/notifications/event-hub.ts`. */
export interface StreamLimits {
  pingMs: number
  sessionCheckMs: number
  settleMs: number
  slowMs: number
  missedMax: number
  streamsPerUser: number
}
