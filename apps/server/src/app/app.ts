import type { ActiveSpan } from '../telemetry/tracing.ts'
import type { FastifyRequest } from 'fastify'
import type { Permission } from '@signet/contract/access/permissions'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Logger } from '../log.ts'
import type { Actor, InstallationSettings } from './context.ts'
import type { Queue } from './jobs.ts'
import type { Keys } from './keys.ts'
import type { Secrets } from './secrets.ts'
import type { SessionSettings } from './session-settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** Null if no traces are recorded. */
    span: ActiveSpan | null
    companyKey: string | null
  }
  interface FastifyContextConfig {
    /** The address of the caller is not logged. */
    isAnonymous?: boolean
  }
}

/** Limits how often a caller may make a call within a minute, or within a longer span. */
export interface RateGate {
  /** @param caller a user's id, or an address */
  admits(caller: string): boolean
  /** Whole seconds until the count is reset. */
  secondsLeft(): number
}

/** What a feature needs to mount calls itself, because they stream or use a protocol of their own. */
export interface App {
  database: Database
  queue: Queue
  files: FileStore
  keys: Keys
  secrets: Secrets
  log: Logger
  /** The origin of the portal if it differs from the address of the request (behind a proxy). */
  publicOrigin: string | null
  /** The origin used for links in emails if it differs from the address of the request: unlike that address, a visitor can't choose it. */
  portalOrigin?: string | null
  /** How people sign in. */
  session: SessionSettings
  /** The authority that timestamps evidence packs (RFC 3161); left out if there is none. */
  timestampUrl?: string | null
  installation: InstallationSettings
  isSecure: boolean
  gates: {
    /** @param name must be the same in every process */
    gate(name: string, perSpan: number, spanMs?: number): RateGate
  }
  clientLogGate: RateGate
  /** `host:port` pairs of identity providers that are allowed although their addresses are not public. */
  ssoAllow?: readonly string[]
  /** Limits of a stream of findings, if they differ from those of the contract. */
  ingestLimits?: { bytes: number; lineBytes: number }
  /** Limits of the event streams, if they differ from the defaults. */
  streamLimits?: Partial<StreamLimits>
  newCsrfToken: () => string
  signedIn: SignedIn
  /** Authenticates the caller and refuses callers without the permission; see `http/requests/authenticate.ts`. */
  authorise(request: FastifyRequest, permission: Permission): Promise<Actor>
}

/** Finds out which sessions are active. */
export interface SignedIn {
  actorOf(sessionId: string): Promise<Actor | null>
  /** The sessions among the given ones that are still active. */
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
