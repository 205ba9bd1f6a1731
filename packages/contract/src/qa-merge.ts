import * as z from 'zod/mini'
import { QAThreat, VersionBody } from './qa.ts'
import { QATout } from './qa-touts.ts'
import { route } from './route.ts'
import * as wire from './wire.ts'

/*
 * Two records that are the same thing become one. The duplicate leaves the lists and points to the other, which shows the
 * observations, evidence and remarks of both. Nothing is moved, so a merge can be taken back whenever.
 */

export const MergeBody = z.strictObject({
  /** The record that stays. */
  into: wire.id,
  /** The version of the duplicate last read. */
  version: z.int().check(z.gte(1)),
})

const threat = { params: z.object({ threatId: wire.id }), query: z.object({ company: wire.company }) }
const tout = { params: z.object({ toutId: wire.id }), query: z.object({ company: wire.company }) }

export const mergeThreat = route({
  method: 'POST',
  path: '/qa/threats/{threatId}/merge',
  summary:
    'Merges a duplicate that waits, is watched or is published into another threat of the company, and answers with the duplicate',
  access: 'qa:review',
  ...threat,
  body: MergeBody,
  response: QAThreat,
})
export const unmergeThreat = route({
  method: 'POST',
  path: '/qa/threats/{threatId}/unmerge',
  summary: 'Takes a merge back: the duplicate returns to the stage it was merged from',
  access: 'qa:review',
  ...threat,
  body: VersionBody,
  response: QAThreat,
})
export const mergeTout = route({
  method: 'POST',
  path: '/qa/touts/{toutId}/merge',
  summary: 'Merges a duplicate that waits, is watched or is published into another tout of the company',
  access: 'qa:review',
  module: 'touts',
  ...tout,
  body: MergeBody,
  response: QATout,
})
export const unmergeTout = route({
  method: 'POST',
  path: '/qa/touts/{toutId}/unmerge',
  summary: 'Takes a merge of touts back',
  access: 'qa:review',
  module: 'touts',
  ...tout,
  body: VersionBody,
  response: QATout,
})
