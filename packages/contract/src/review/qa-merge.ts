import * as z from 'zod/mini'
import { QaThreat, VersionBody } from './qa.ts'
import { QaTout } from '../touts/qa-touts.ts'
import { route } from '../route.ts'
import { isNamedByHost } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/*
 * Merges two records of the same threat. The duplicate disappears from the lists and points to the other record, which shows the
 * observations, evidence and remarks of both. No data is moved, so a merge can be undone at any time.
 */

/** The target of a merge. */
export const MergeBody = z.strictObject({
  /** The record that is kept. */
  into: wire.id,
  /** The version of the duplicate last read. */
  version: wire.version,
})

const threat = { params: z.object({ threatId: wire.id }), query: wire.ofCompany }
const tout = { params: z.object({ toutId: wire.id }), query: wire.ofCompany }

/**
 * Whether records of two sources can be about the same thing: those of one source, and a domain and an address at it. The profiles of two
 * networks never are, because each is taken down on its own.
 */
export const canBeDuplicates = (one: string, other: string): boolean =>
  one === other || (isNamedByHost(one) && isNamedByHost(other))

/**
 * Repeating the call gives the same result. 400 for merging a record with itself; 409 when either has changed, when only the duplicate is
 * published, when the client has requested work on the duplicate, or when their sources can't be about the same thing.
 */
export const mergeThreat = route({
  method: 'POST',
  path: '/qa/threats/{threatId}/merge',
  summary:
    'Merge an unpublished, watched or published duplicate into another threat of the company; returns the duplicate',
  access: 'qa:review',
  ...threat,
  body: MergeBody,
  response: QaThreat,
})
/** 409 when the record is not merged or `version` is stale. */
export const unmergeThreat = route({
  method: 'POST',
  path: '/qa/threats/{threatId}/unmerge',
  summary: 'Undo a merge; the duplicate returns to its previous stage',
  access: 'qa:review',
  ...threat,
  body: VersionBody,
  response: QaThreat,
})
/** Fails under the same conditions as `mergeThreat`. */
export const mergeTout = route({
  method: 'POST',
  path: '/qa/touts/{toutId}/merge',
  summary: 'Merge an unpublished, watched or published duplicate into another tout of the company',
  access: 'qa:review',
  module: 'touts',
  ...tout,
  body: MergeBody,
  response: QaTout,
})
/** Fails under the same conditions as `unmergeThreat`. */
export const unmergeTout = route({
  method: 'POST',
  path: '/qa/touts/{toutId}/unmerge',
  summary: 'Undo a merge of touts',
  access: 'qa:review',
  module: 'touts',
  ...tout,
  body: VersionBody,
  response: QaTout,
})
