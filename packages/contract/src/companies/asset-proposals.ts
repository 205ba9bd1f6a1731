import * as z from 'zod/mini'
import { route } from '../route.ts'
import { everySourceName } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/*
 * Assets that the company's own site names: accounts, phone numbers, domains of email addresses, apps and legal names. A proposal changes
 * nothing until a person accepts it.
 */

/** What can be proposed. */
export const proposalKinds = ['handle', 'phone', 'domain', 'app', 'name'] as const
/** One of `proposalKinds`. */
export type ProposalKind = (typeof proposalKinds)[number]

/** What a person did with a proposal. */
export const proposalStates = ['open', 'accepted', 'refused'] as const

/** The most proposals that are open at a time. */
export const proposalsMax = 500

/** An asset that the company's own site names and that isn't among its assets. */
export const AssetProposal = z.object({
  id: z.string(),
  kind: z.enum(proposalKinds),
  /** The source of an account; null for everything else. */
  source: z.nullable(z.enum(everySourceName)),
  /** The address of an account, a number, a domain, a package name or a legal name, as the site has it. */
  value: z.string(),
  /** SHA-256 of the certificates of an app, as hex digits; empty if the site doesn't say. */
  signerSha256: z.array(z.string()),
  /** The page or file of the site that names it. */
  foundOn: z.string(),
  foundAt: wire.time,
})
export type AssetProposal = z.output<typeof AssetProposal>

/** The proposals that nobody decided on yet, and the latest search of the company's sites. */
export const AssetProposals = z.object({
  isSearching: z.boolean(),
  /** Start of the search that is running, or that stopped before its end; null if none is. */
  searchStartedAt: z.nullable(wire.time),
  /** Null before the first search. */
  searchedAt: z.nullable(wire.time),
  /** How many files of its sites the latest search read. */
  filesRead: z.int(),
  /** The sites that couldn't be read, with the reason. */
  problems: z.array(z.object({ host: z.string(), ...wire.sentence })),
  proposals: z.array(AssetProposal),
})
export type AssetProposals = z.output<typeof AssetProposals>

/** Proposals that were accepted or refused are not listed again, whatever later searches find. */
export const listAssetProposals = route({
  method: 'GET',
  path: '/settings/assetProposals',
  summary: "List the assets that the company's own sites name, and the state of the latest search",
  access: 'assets:write',
  query: wire.ofCompany,
  response: AssetProposals,
})

/**
 * The search is a job. 409 while one is running (`SITE_SEARCH_RUNNING`), without an official domain (`NO_OFFICIAL_DOMAIN`), and if the
 * installation may not look up domains (`ENRICHMENT_OFF`).
 */
export const searchOwnSites = route({
  method: 'POST',
  path: '/settings/assetProposals/search',
  summary: "Search the company's own sites for assets that it has not entered",
  access: 'assets:write',
  status: 202,
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company }),
  response: AssetProposals,
})

/**
 * Accepted accounts, numbers and names go to the brand, domains and apps to the company. 404 for a brand the company does not have; 400
 * (`LIST_TOO_LONG`) when a list of the assets would become too long. Proposals that were decided on in the meantime are left out.
 */
export const decideAssetProposals = route({
  method: 'POST',
  path: '/settings/assetProposals/decide',
  summary: 'Accept or refuse proposals; accepted ones become assets of the company',
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    ids: z.array(wire.id).check(z.minLength(1), z.maxLength(proposalsMax)),
    isAccepted: z.boolean(),
    /** The key of the brand that accepted accounts, numbers and names belong to. */
    brand: wire.oneLine(63, 1),
  }),
  response: AssetProposals,
})
