import * as z from 'zod/mini'
import { ssoProtocols } from './sso.ts'
import { route } from './route.ts'
import * as wire from './wire.ts'

/*
 * Scans of one company, and how far the set-up of each company is: what the onboarding pages load in addition to the companies themselves.
 */

/** A file that comes with the product: names that were reported as phishing. */
export const bundledFeed = 'bundled'

/** Not a feed: look-alikes of the official domains are generated and looked up, and those that resolve are scanned. */
export const permutationsFeed = 'permutations'

/** What a new company begins with: its look-alikes, and what the certificate logs took in last. */
export const firstScanFeed = 'first'

/**
 * - `permutations`: look-alikes of the official domains are looked up; counted in names
 * - `certificates`: the newest entries of every certificate log are read; counted in entries
 */
export const scanStages = ['permutations', 'certificates'] as const
/** One of `scanStages`. */
export type ScanStageName = (typeof scanStages)[number]

/** The stages of what is no feed but work of our own, in their order. */
export const stagesOfFeed: Readonly<Record<string, readonly ScanStageName[]>> = {
  [permutationsFeed]: ['permutations'],
  [firstScanFeed]: scanStages,
}

/** `skipped`: this installation is not set up for it, as the note says. */
export const scanStageStates = ['waiting', 'running', 'done', 'failed', 'skipped'] as const
/** One of `scanStageStates`. */
export type ScanStageState = (typeof scanStageStates)[number]

/** How far one stage of a scan has come; `done` and `total` are in the unit of the stage. */
export const ScanStage = z.object({
  name: z.enum(scanStages),
  state: z.enum(scanStageStates),
  done: z.int(),
  /** Null until it is known. */
  total: z.nullable(z.int()),
  /** Threats of the company that were new. */
  found: z.int(),
  /** Why it was skipped or failed, or what could not be read; for a person. */
  note: z.nullable(z.string()),
})
export type ScanStage = z.output<typeof ScanStage>

/** The states of a scan. */
export const scanStates = ['queued', 'running', 'done', 'failed'] as const
/** One of `scanStates`. */
export type ScanState = (typeof scanStates)[number]

/** One reading of a feed, or of look-alikes, for one company. */
export const Scan = z.object({
  id: z.string(),
  /** `bundled`, `permutations`, `first`, or the address without its query. */
  feed: z.string(),
  state: z.enum(scanStates),
  /** How far each stage is, in the order they run; empty for a feed. */
  stages: z.array(ScanStage),
  /** Names read so far; the feed does not say how many are to come. */
  checked: z.int(),
  skipped: z.int(),
  /** Threats of the company that were new. */
  found: z.int(),
  /** Known ones that were seen again. */
  seenAgain: z.int(),
  error: z.nullable(z.string()),
  by: z.string(),
  at: wire.time,
  finishedAt: z.nullable(wire.time),
})
export type Scan = z.output<typeof Scan>

/** Whether a scan still changes. */
export function isOpenScan({ state }: Pick<Scan, 'state'>): boolean {
  return state === 'queued' || state === 'running'
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
 * Runs as a job. 409 while another scan of the company runs, when it has no brands, and when this installation cannot
 * do what is asked for.
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

/** `listSetups` has the latest one of every company. */
export const listScans = route({
  method: 'GET',
  path: '/companies/{company}/scans',
  summary: 'List the last 20 scans of a company, newest first, with their progress',
  access: 'company:manage',
  params: ofCompany,
  response: z.array(Scan),
})

/** What is set up of a company; counts of nothing are what is missing. */
export const Setup = z.object({
  company: z.string(),
  brands: z.int(),
  officialDomains: z.int(),
  apps: z.int(),
  people: z.int(),
  hasLogo: z.boolean(),
  /** Clients who may sign in or were invited. */
  clients: z.int(),
  /** Reviewers who work for it; without one nothing that is found is published. */
  reviewers: z.int(),
  /** How its people sign in; null: with passwords. */
  signIn: z.nullable(z.enum(ssoProtocols)),
  hasThreats: z.boolean(),
  /** Whether this installation looks up names, which a scan of permutations requires. */
  looksUp: z.boolean(),
  /** Whether certificate logs are followed, whose newest entries a first scan reads. */
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
