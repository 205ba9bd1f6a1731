import * as z from 'zod/mini'
import { route } from '../route.ts'
import { everySourceName } from './sources.ts'
import * as wire from '../wire.ts'

/*
 * What a company owns itself. A finding of it is not reported as a threat, whichever way it came in: it is counted, and people who add it
 * are asked first.
 */

/**
 * What decides that a finding is the company's own: the host that serves it, the account, the number, or the signature of an app; or that
 * any of these belongs to an authorised partner.
 */
export const ownAssetKinds = ['domain', 'handle', 'phone', 'account', 'app', 'partner'] as const
/** One of `ownAssetKinds`. */
export type OwnAssetKind = (typeof ownAssetKinds)[number]

/**
 * An asset of the company, with its value as entered: a domain, a handle, a number, the package name of an app, or the name of a partner.
 */
export interface OwnAsset {
  kind: OwnAssetKind
  value: string
}

/** How often findings of one source were the company's own asset. */
export const OwnFindings = z.object({
  source: z.enum(everySourceName),
  kind: z.enum(ownAssetKinds),
  value: z.string(),
  suppressions: z.int(),
  lastSuppressedAt: wire.time,
})
export type OwnFindings = z.output<typeof OwnFindings>

/** Only assets that findings were suppressed for. */
export const listOwnFindings = route({
  method: 'GET',
  path: '/settings/ownFindings',
  summary: "List the company's own assets with the number of findings that were suppressed because of each",
  access: 'settings:read',
  query: z.object({ company: wire.company, ...wire.paging(['lastSuppressedAt', 'suppressions', 'value']) }),
  response: wire.page(OwnFindings),
})
