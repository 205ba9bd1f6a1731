import type { Indicator } from '@signet/contract/threats/findings'
import type { QaStage } from '@signet/contract/review/qa'
import type { Severity } from '@signet/contract/threats/severities'
import type { AnySource, Kind, SourceFields } from '@signet/contract/threats/sources'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { ThreatStatus } from '@signet/contract/threats/threats'
import type { Person, DemoWorld } from './demo-world.ts'
import type { Random } from './random.ts'

/* The data of a demo company before it has ids of companies, brands or users in a database. */

/** A user that is passed in when the demo is inserted. */
export type UserKey = 'client' | 'qa' | 'superAdmin'

/** The author of an action: such a user, an invented person, or (`null`) the product itself. */
export type Actor = UserKey | Person | null

/** The wave of attacks that a threat belongs to. */
export type Campaign = 'reward-lures' | 'fake-helpline'

/** The request to a generator of one source. */
export interface Order {
  world: DemoWorld
  random: Random
  severity: Severity
  firstSeen: Date
  campaign: Campaign | null
  /** A registrable domain that was found at about the same time, to link to. */
  flagged: (random: Random) => string
}

/** A threat as its source shows it, without review or decisions. */
export interface ThreatDraft {
  source: AnySource
  /** Identifies the threat when it is found again; unique within the source. */
  identity: string
  threatType: string
  category: string
  fields: SourceFields
  url: string | null
  /** One of the two brands of the company, by key. */
  brandKey: string
  class: string | null
  /** Contributions add up to the score, 0 to 100. */
  indicators: Indicator[]
  feeds: readonly string[]
}

export interface DemoSighting {
  scanId: string
  feed: string
  line: number | null
  text: string
  seenAt: Date
}

export interface DemoThreat extends Omit<ThreatDraft, 'identity' | 'feeds'> {
  id: string
  kind: Kind
  /** SHA-256, hex. */
  fingerprint: string
  title: string
  search: string
  severity: Severity
  status: ThreatStatus
  stage: QaStage
  stagedAt: Date
  stagedBy: Actor
  stageReason: string | null
  autoFiltered: boolean
  score: number
  firstSeen: Date
  lastSeen: Date
  publishedAt: Date | null
  capturedAt: Date
  sightings: DemoSighting[]
  version: number
}

/** A takedown that is requested, and the status that its recorded case ends in. */
export interface TakedownOrder {
  threatId: string
  goal: TakedownStatus
  requestedAt: Date
  by: UserKey | Person
  remark: string | null
}

export interface DemoAnalysis {
  id: string
  threatId: string
  status: 'requested' | 'inProgress' | 'completed' | 'aborted'
  /** When each status was reached, ISO 8601. */
  reachedAt: Partial<Record<'requested' | 'inProgress' | 'completed' | 'aborted', string>>
  requestedBy: UserKey | Person
  requestedAt: Date
  dueAt: Date
  updatedAt: Date
  version: number
}

export interface DemoRemark {
  id: string
  threatId: string
  kind: string
  text: string
  by: UserKey | Person
  at: Date
}

export interface DemoAudit {
  id: string
  at: Date
  by: Actor
  ip: string | null
  action: string
  targetType: 'threat' | 'deeperAnalysis'
  targetId: string
  before: object | null
  after: object | null
}

export interface DemoBookmark {
  by: UserKey
  threatId: string
  at: Date
  /** The author's reason for the bookmark; usually null. */
  note: string | null
}

/** Everything the demo inserts for one company. */
export interface DemoData {
  threats: DemoThreat[]
  orders: TakedownOrder[]
  analyses: DemoAnalysis[]
  remarks: DemoRemark[]
  bookmarks: DemoBookmark[]
  audit: DemoAudit[]
}
