import * as z from 'zod/mini'
import { ssoProtocols } from '../access/sso.ts'
import { isOneOf } from '../narrow.ts'
import { route } from '../route.ts'
import { runStates, unfinishedStates } from '../run-states.ts'
import * as wire from '../wire.ts'

/* Scans of one company, and the setup progress of each company: data that the onboarding pages load in addition to the companies. */

/** The file that is included in the product: names that were reported as phishing. */
export const bundledFeed = 'bundled'

/** Not a feed: look-alikes of the official domains are generated and looked up, and those that resolve are scanned. */
export const permutationsFeed = 'permutations'

/** The first scan of a new company: its look-alikes, and the latest entries of the certificate logs. */
export const firstScanFeed = 'first'

/**
 * - `permutations`: look-alikes of the official domains are looked up; counted in names
 * - `certificates`: the newest entries of every certificate log are read; counted in entries
 */
export const scanStages = ['permutations', 'certificates'] as const
/** One of `scanStages`. */
export type ScanStageName = (typeof scanStages)[number]

/** The stages of scans that don't read a feed, in order. */
export const stagesOfFeed: Readonly<Record<string, readonly ScanStageName[]>> = {
  [permutationsFeed]: ['permutations'],
  [firstScanFeed]: scanStages,
}

/** `skipped`: this installation is not configured for it; the note contains the reason. */
export const scanStageStates = ['waiting', 'running', 'done', 'failed', 'skipped'] as const
/** One of `scanStageStates`. */
export type ScanStageState = (typeof scanStageStates)[number]

/** The progress of one stage of a scan; `done` and `total` are in the unit of the stage. */
export const ScanStage = z.object({
  name: z.enum(scanStages),
  state: z.enum(scanStageStates),
  done: z.int(),
  /** Null until it is known. */
  total: z.nullable(z.int()),
  /** Number of new threats of the company. */
  found: z.int(),
  /** Why it was skipped or failed, or what could not be read. */
  note: z.nullable(wire.Sentence),
})
export type ScanStage = z.output<typeof ScanStage>

/** One scan of a feed, or of look-alikes, for one company. */
export const Scan = z.object({
  id: z.string(),
  /** `bundled`, `permutations`, `first`, or the address without its query. */
  feed: z.string(),
  state: z.enum(runStates),
  /** The progress of each stage, in the order they run; empty for a feed. */
  stages: z.array(ScanStage),
  /** Number of names read so far; a feed does not give a total. */
  checked: z.int(),
  skipped: z.int(),
  /** Number of new threats of the company. */
  found: z.int(),
  /** Number of known threats that were seen again. */
  seenAgain: z.int(),
  error: z.nullable(wire.Sentence),
  by: z.string(),
  at: wire.time,
  finishedAt: z.nullable(wire.time),
})
export type Scan = z.output<typeof Scan>

/** Whether a scan can still change. */
export function isOpenScan({ state }: Pick<Scan, 'state'>): boolean {
  return isOneOf(unfinishedStates, state)
}

const ofCompany = z.object({ company: wire.companyInPath })
const feed = wire
  .oneLine(2000, 1)
  .check(
    z.refine(
      (text) =>
        text === bundledFeed || Object.hasOwn(stagesOfFeed, text) || (/^https?:\/\//i.test(text) && URL.canParse(text)),
      'bundled, permutations, first, or an http(s) address',
    ),
  )

/**
 * Runs as a job. 409 when another scan of the company is running, when it has no brands, and when this installation doesn't support the
 * scan.
 */
export const startScan = route({
  method: 'POST',
  path: '/companies/{company}/scans',
  summary: 'Scan a feed for one company; names that imitate its brands are queued for review',
  access: 'company:manage',
  status: 202,
  params: ofCompany,
  body: z.strictObject({ feed: z._default(feed, bundledFeed) }),
  response: Scan,
})

/** `listSetups` returns the latest one of every company. */
export const listScans = route({
  method: 'GET',
  path: '/companies/{company}/scans',
  summary: 'List the last 20 scans of a company, newest first, with their progress',
  access: 'company:manage',
  params: ofCompany,
  response: z.array(Scan),
})

/** The setup of a company; a count of zero means that something is missing. */
export const Setup = z.object({
  company: z.string(),
  brands: z.int(),
  officialDomains: z.int(),
  apps: z.int(),
  people: z.int(),
  hasLogo: z.boolean(),
  trademarks: z.int(),
  /** Whether there is a letter of authorisation that is still valid. */
  isAuthorised: z.boolean(),
  /** Number of clients who can sign in or have been invited. */
  clients: z.int(),
  /** Number of reviewers who work for it; without a reviewer, no findings are published. */
  reviewers: z.int(),
  /** How its users sign in; null means with passwords. */
  signIn: z.nullable(z.enum(ssoProtocols)),
  hasThreats: z.boolean(),
  /** Number of its sources of threats, and of those that collect. */
  sources: z.object({ all: z.int(), collecting: z.int() }),
  /** Whether this installation looks up names, which a scan of permutations requires. */
  looksUp: z.boolean(),
  /** Whether certificate logs are followed; a first scan reads their newest entries. */
  followsLogs: z.boolean(),
  lastScan: z.nullable(Scan),
})
export type Setup = z.output<typeof Setup>

/** Archived companies are left out. */
export const listSetups = route({
  method: 'GET',
  path: '/onboarding',
  summary: 'Get the set-up progress of each active company',
  access: 'company:manage',
  companies: 'many',
  query: z.object({ company: z.optional(wire.csv) }),
  response: z.array(Setup),
})
