import * as z from 'zod/mini'
import { keysIn } from '../narrow.ts'
import type { TokenRoute } from '../token-route.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/*
 * Block feeds: what a company's own security systems should block while it is being taken down. A name or an address is listed from the
 * authorisation of its takedown until the case is closed, unless the company allows or owns it.
 */

/** What a feed lists: names and addresses. */
export const blockEntryKinds = ['host', 'url'] as const
/** One name or address of a feed. */
export const BlockEntry = z.object({
  kind: z.enum(blockEntryKinds),
  /** A host in ASCII (A-labels), or an http or https address. */
  value: z.string(),
  /** Since when it has been listed without a break. */
  listedSince: wire.time,
  threatType: z.string(),
  /** The takedown, the longest listed one if there are several. */
  takedownId: z.string(),
})

/** The feed `entries.json`; ordered by kind and value. */
export const BlockList = z.object({
  company: z.string(),
  /** Moves on whenever the content changes: seconds since 1970. */
  serial: z.int(),
  changedAt: wire.time,
  entries: z.array(BlockEntry),
})

const StixBundle = z.object({ type: z.literal('bundle'), id: z.string(), objects: z.array(z.looseObject({})) })

interface ServedFile {
  /** Media type. */
  type: string
  summary: string
  schema: unknown
}

/** Every file of the feeds by name: its media type, and what it contains. */
export const blockFeedFiles = {
  'hosts.txt': { type: 'text/plain', summary: 'Get the listed hosts as a hosts file', schema: z.string() },
  'rpz.zone': {
    type: 'text/dns',
    summary: 'Get the listed hosts and the names below them as a DNS response policy zone',
    schema: z.string(),
  },
  'stix.json': {
    type: 'application/stix+json;version=2.1',
    summary: 'Get the listed hosts and addresses, and those of the last 30 days, as a STIX 2.1 bundle',
    schema: StixBundle,
  },
  'entries.json': {
    type: 'application/json',
    summary: 'Get the listed hosts and addresses as JSON',
    schema: BlockList,
  },
  'entries.csv': { type: 'text/csv', summary: 'Get the listed hosts and addresses as CSV', schema: z.string() },
} as const satisfies Record<string, ServedFile>
/** A file of the feeds: a key of `blockFeedFiles`. */
export type BlockFeedFile = keyof typeof blockFeedFiles
/** Every file of the feeds. */
export const blockFeedNames = keysIn(blockFeedFiles)

/** The files that prove the origin of the feeds, which are signed like evidence packs. */
export const blockFeedProofs = {
  SHA256SUMS: {
    type: 'text/plain',
    summary: 'Get the SHA-256 of every feed, for sha256sum --check',
    schema: z.string(),
  },
  'SHA256SUMS.sig': {
    type: 'application/octet-stream',
    summary: 'Get the Ed25519 signature of SHA256SUMS: 64 bytes',
    schema: z.string(),
  },
  'public-key.pem': {
    type: 'application/x-pem-file',
    summary: 'Get the public key of the installation',
    schema: z.string(),
  },
} as const satisfies Record<string, ServedFile>
/** A file that proves the origin of the feeds: a key of `blockFeedProofs`. */
export type BlockFeedProof = keyof typeof blockFeedProofs

/** The folder of a company's feeds, below `/api/rest`. */
export const blockFeedPath = (company: string) => `/companies/${company}/blockFeeds` as const

/** 401 without an active key, 403 without the scope, 404 for another company, 429 above the limit of requests per minute. */
export const blockFeedRoutes: Readonly<Record<string, TokenRoute>> = Object.fromEntries(
  Object.entries({ ...blockFeedFiles, ...blockFeedProofs }).map(([file, { type, summary, schema }]) => [
    `blockFeed${file.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    {
      method: 'GET',
      base: '/api/rest',
      path: `${blockFeedPath('{company}')}/${file}`,
      summary,
      description:
        'An API key of scope feeds, as a bearer token or as the password of basic authentication. 304 if it is unchanged.',
      security: 'apiKey',
      params: z.object({ company: wire.companyInPath }),
      headers: { 'If-None-Match': 'The ETag of the last response', 'If-Modified-Since': 'Its Last-Modified' },
      answer: { type, schema },
    } satisfies TokenRoute,
  ]),
)

/** The feeds of a company: where they are, what they contain, and who fetched them. */
export const BlockFeeds = z.object({
  changedAt: wire.time,
  hosts: z.int(),
  urls: z.int(),
  /** Whether the company has an API key that can fetch them. */
  hasKey: z.boolean(),
  files: z.array(
    z.object({
      file: z.enum(blockFeedNames),
      /** Below the origin of the portal. */
      path: z.string(),
      /** Null if it was never fetched. With a precision of one minute. */
      lastFetch: z.nullable(z.object({ at: wire.time, keyName: z.string() })),
    }),
  ),
})
export type BlockFeeds = z.output<typeof BlockFeeds>

/** The feeds themselves are fetched with an API key. */
export const getBlockFeeds = route({
  method: 'GET',
  path: '/settings/blockFeeds',
  summary: "Get the addresses of the company's block feeds, the number of entries, and when each feed was last fetched",
  access: 'settings:read',
  query: wire.ofCompany,
  response: BlockFeeds,
})
