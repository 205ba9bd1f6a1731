import * as z from 'zod/mini'
import { writtenAssets } from '../companies/assets.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'
import { FoundNames, HuntedSource, huntStates } from './rule-hunts.ts'

/*
 * What protected assets would have changed before they are saved: a hunt compares them and those that are saved now with everything stored.
 * It changes nothing.
 */

/** Threats that a hunt with assets reads, the newest first. */
export const assetHuntReadMax = 200_000

/** A hunt with assets and what it found so far. */
export const AssetHunt = z.object({
  id: z.string(),
  state: z.enum(huntStates),
  /** From 0 to 1. */
  progress: z.number(),
  /** Stored threats in every stage of review, deleted ones included; null until they are counted. */
  stored: z.nullable(z.int()),
  /** How many of them were read, the newest first: at most `assetHuntReadMax`. */
  read: z.int(),
  /** Whether more are stored than are read. */
  isBounded: z.boolean(),
  /** Sources with threats that name an added brand or person, and none that is saved. */
  caught: z.array(HuntedSource),
  /** Sources with threats that would be the company's own or those of a partner, with the asset as the value. */
  suppressed: z.array(HuntedSource),
  /**
   * Names of the built-in list that imitate an added brand; null until it was read. It holds phishing of other companies: matches are
   * likely noise.
   */
  names: z.nullable(FoundNames),
})
export type AssetHunt = z.output<typeof AssetHunt>

const ofHunt = { params: z.object({ assetHuntId: wire.id }), query: wire.ofCompany }

/**
 * Replaces a hunt of the same person that is still running. 400 naming the field for a value that can't be matched; 409 while one of a
 * colleague is running.
 */
export const startAssetHunt = route({
  method: 'POST',
  path: '/settings/assets/hunts',
  summary:
    'Compare protected assets with everything stored before they are saved; a job does the work and changes nothing',
  access: 'assets:write',
  status: 202,
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company, ...writtenAssets }),
  response: AssetHunt,
})

export const getAssetHunt = route({
  method: 'GET',
  path: '/settings/assets/hunts/{assetHuntId}',
  summary: 'Get what a hunt with protected assets found so far',
  access: 'assets:write',
  ...ofHunt,
  response: AssetHunt,
})

/** What was found so far stays. 409 if it isn't running. */
export const cancelAssetHunt = route({
  method: 'POST',
  path: '/settings/assets/hunts/{assetHuntId}/cancel',
  summary: 'Cancel a running hunt with protected assets',
  access: 'assets:write',
  ...ofHunt,
  body: z.strictObject({ company: wire.company }),
  response: AssetHunt,
})
