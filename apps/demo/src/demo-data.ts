import type { Indicator } from '@signet/contract/findings'
import type { QaStage } from '@signet/contract/qa'
import type { Severity } from '@signet/contract/severities'
import type { AnySource, Kind, SourceFields } from '@signet/contract/sources'
import type { assetStates, TakedownStatus } from '@signet/contract/takedowns'
import type { ThreatStatus } from '@signet/contract/threats'
import type { Person } from './demo-world.ts'
import type { DemoWorld } from './demo-world.ts'
import type { Random } from './random.ts'

/*
 * What the demo company's data is made of, before it has a company, brands or users of a database.
 */

/** A user the demo is given when it is inserted. */
export type UserKey = 'client' | 'qa' | 'superAdmin'

/** Who did something: a given user, an invented person, or (`null`) the product itself. */
export type Actor = UserKey | Person | null

/** Which wave of attacks a threat belongs to. */
export type Campaign = 'reward-lures' | 'fake-helpline'

/** What a maker of one source is asked for. */
export interface Order {
  world: DemoWorld
  random: Random
  severity: Severity
  firstSeen: Date
  campaign: Campaign | null
  /** A registrable domain that was already found around that time, to link to. */
  flagged: (random: Random) => string
}

/** A threat as its source shows it, without a life yet. */
export interface ThreatDraft {
  source: AnySource
  /** What makes it the same threat when it is found again; unique within the source. */
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

export interface DemoTakedown {
  id: string
  threatId: string
  status: TakedownStatus
  assetState: (typeof assetStates)[number]
  reference: string | null
  reachedAt: Partial<Record<TakedownStatus, string>>
  requestedBy: UserKey | Person
  requestedAt: Date
  updatedAt: Date
  version: number
}

export interface DemoAnalysis {
  id: string
  threatId: string
  status: 'requested' | 'inProgress' | 'completed' | 'aborted'
  /** When each status was reached, ISO 8601. */
  reachedAt: Partial<Record<'requested' | 'inProgress' | 'completed' | 'aborted', string>>
  requestedBy: UserKey | Person
  requestedAt: Date
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
  targetType: 'threat' | 'takedown' | 'deeperAnalysis'
  targetId: string
  before: object | null
  after: object | null
}

export interface DemoBookmark {
  by: UserKey
  threatId: string
  at: Date
  /** Why, in the words of who bookmarked it; null for most. */
  note: string | null
}

/** Everything the demo inserts for one company. */
export interface DemoData {
  threats: DemoThreat[]
  takedowns: DemoTakedown[]
  analyses: DemoAnalysis[]
  remarks: DemoRemark[]
  bookmarks: DemoBookmark[]
  audit: DemoAudit[]
}
