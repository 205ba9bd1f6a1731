import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** A recorded evidence pack of a case. */
export const RecordedPack = z.object({
  /** Its number among the packs of the company. */
  sequence: z.int(),
  madeAt: wire.time,
  madeBy: z.string(),
  /** SHA-256 of its manifest in hex. */
  manifestSha256: z.string(),
  /** By the authority of its timestamp; null without one. */
  timestampedAt: z.nullable(wire.time),
  /** Downloads the pack; valid for five minutes, without a token, only in this session. */
  href: z.string(),
})
export type RecordedPack = z.output<typeof RecordedPack>

/** At most 100. A pack is made when somebody downloads the current one. 404 for a takedown of another company. */
export const listTakedownPacks = route({
  method: 'GET',
  path: '/takedown/{takedownId}/packs',
  summary: 'List the evidence packs that were made of a takedown, latest first',
  access: 'takedowns:read',
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
  response: z.array(RecordedPack),
})
