import * as z from 'zod/mini'
import { captureProfiles } from './captures.ts'
import * as wire from '../wire.ts'

/** The states that a conclusive check finds. */
export const knownAssetStates = ['active', 'cloaked', 'redirecting', 'parked', 'offline'] as const
/** One of `knownAssetStates`. */
export type KnownAssetState = (typeof knownAssetStates)[number]
/** The current state of the target, independent of the process. */
export const assetStates = [...knownAssetStates, 'unknown'] as const
/** One of `assetStates`. */
export type AssetState = (typeof assetStates)[number]
/** English label of each state of an asset. */
export const assetStateLabels: Record<AssetState, string> = {
  active: 'Still reachable',
  cloaked: 'Visible to some visitors only',
  redirecting: 'Redirects to another site',
  parked: 'Parked',
  offline: 'Offline',
  unknown: 'Unknown',
}

/** The reason for the result of a check. */
export const checkReasons = [
  /** A page answers. */
  'page',
  /** The server refuses this visitor; others may see more. */
  'refused',
  /** Visitors see different things. */
  'differs',
  /** Visitors are sent to another domain. */
  'elsewhere',
  /** The placeholder of a domain seller. */
  'placeholder',
  /** The name no longer exists. */
  'noName',
  /** The name has no address. */
  'noAddress',
  /** No server responds at its address. */
  'silent',
  /** The server responds with not found or a server error. */
  'gone',
  /** A notice replaces the page: suspended, or blocked as phishing. */
  'blocked',
  /** It could not be checked. */
  'notAsked',
] as const

const answer = {
  state: z.enum(assetStates),
  reason: z.enum(checkReasons),
  /** HTTP status of the last response of the web server; null when there was none. */
  status: z.nullable(z.int()),
  /** The host of the final redirect, if it differs from the target; otherwise null. */
  leadsTo: z.nullable(z.string()),
}

/** What one visitor saw in a check. */
export const CheckView = z.object({
  profile: z.enum(captureProfiles),
  /** The label of the exit; null if the visit left from this machine. */
  exit: z.nullable(z.string()),
  ...answer,
})
export type CheckView = z.output<typeof CheckView>

/** One check of the target of a takedown. A page only counts as offline if every visitor says so. */
export const AssetCheck = z.object({
  at: wire.time,
  ...answer,
  /** One per visitor and exit; empty if there was nothing to visit. */
  views: z.array(CheckView),
})
export type AssetCheck = z.output<typeof AssetCheck>

/** The period that the checks of a case cover, hours. */
export const reachHours = 48
