import * as z from 'zod/mini'
import { ViewBox, ViewSize } from '../threats/lookalike-proofs.ts'
import { Evidence, Source } from '../threats/records.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'threat.captured': 'Page captured',
  'threat.captureRequested': 'Capture requested',
  'threat.compared': 'Page compared with the brand',
}

/*
 * Captures: the page of a threat as a real browser showed it to us, once as a desktop visitor and once as a mobile visitor who
 * clicked an ad, from each exit that the operator configured.
 */

/** How a visitor of a capture looks to the page. */
export const captureProfiles = ['desktop', 'phone'] as const
/** One of `captureProfiles`. */
export type CaptureProfile = (typeof captureProfiles)[number]

/**
 * Why a visit is incomplete: our rules forbid the address, nothing answers, it took too long, it sent too many bytes, the browser needed
 * too much memory, or the browser or its page ended by itself.
 */
export const visitProblems = ['refused', 'unreachable', 'slow', 'large', 'memory', 'crashed'] as const
/** One of `visitProblems`. */
export type VisitProblem = (typeof visitProblems)[number]

const address = z.string().check(z.maxLength(2000))
const upTo = <T extends z.ZodMiniType>(item: T, count: number) => z.array(item).check(z.maxLength(count))
const short = (length: number) => z.string().check(z.maxLength(length))

/** One address that a visitor was led to. */
export const CaptureHop = z.object({
  url: address,
  /** The HTTP status; null for a change of the address by a script, and if nothing answered. */
  status: z.nullable(z.int()),
  /** The IP address it was loaded from; null if there was no connection. */
  ip: z.nullable(short(45)),
})
export type CaptureHop = z.output<typeof CaptureHop>

/** A form of a page, or the fields outside of any form. */
export const CapturedForm = z.object({
  /** Where it is sent; null for fields outside of a form. */
  action: z.nullable(address),
  method: short(10),
  fields: upTo(
    z.object({
      name: short(100),
      /** The type of an input, otherwise the name of the element. */
      type: short(30),
      autocomplete: short(100),
      /** The field's label, accessible name, placeholder or title. */
      label: short(200),
      box: ViewBox,
    }),
    500,
  ),
})
export type CapturedForm = z.output<typeof CapturedForm>

/** A text of a page, and where it is. */
export const CapturedText = z.object({ text: short(200), box: ViewBox })
export type CapturedText = z.output<typeof CapturedText>

/** What a page contains after it was loaded. */
export const PageFacts = z.object({
  title: short(500),
  /** The text that a visitor can read. */
  text: short(200_000),
  /** The first texts that are visible without scrolling, each as it is in one place of the page. */
  texts: z.exactOptional(upTo(CapturedText, 100)),
  forms: upTo(CapturedForm, 50),
  /** Addresses of icons. */
  icons: upTo(address, 10),
  /** Addresses of scripts, styles, pictures and frames. */
  resources: upTo(address, 500),
  /** The size of what the visitor sees first, in CSS pixels. */
  view: ViewSize,
  /** Height of the whole page in CSS pixels. */
  height: z.number(),
})
export type PageFacts = z.output<typeof PageFacts>

/** The result of one visit, without its files. */
export const VisitFacts = z.object({
  profile: z.enum(captureProfiles),
  /** The label of the exit; null if the visit left from this machine. */
  exit: z.nullable(short(20)),
  startedAt: wire.time,
  /** Version of the browser. */
  browser: short(50),
  /** In the order of the visit; the last is where the visitor ended. */
  hops: upTo(CaptureHop, 20),
  /** Response headers of the last page, with names in lower case. */
  headers: z.record(z.string(), short(4000)),
  /** Null if the page could not be read. */
  page: z.nullable(PageFacts),
  /** The certificates of the last page in PEM, its own first; empty without TLS. */
  certificates: upTo(short(20_000), 10),
  /** The first icon of the page that could be loaded, as base64. */
  icon: z.nullable(z.object({ url: address, type: short(100), base64: short(400_000), sha256: short(64) })),
  /** Requests that our rules refused, as `host:port`. */
  refused: upTo(short(300), 100),
  /** Addresses of windows that the page opened. */
  windows: upTo(address, 20),
  /** Addresses of downloads that the page started; nothing was saved. */
  downloads: upTo(address, 20),
  /** Null for a complete visit. */
  problem: z.nullable(z.enum(visitProblems)),
})
export type VisitFacts = z.output<typeof VisitFacts>

/** A capture waits for a worker, is run by one, and is then done or failed. */
export const captureStatuses = ['waiting', 'running', 'done', 'failed'] as const

/** Why there is no capture: no browser was found, or it ended without a result. */
export const captureFailures = ['noBrowser', 'browserEnded'] as const
/** One of `captureFailures`. */
export type CaptureFailure = (typeof captureFailures)[number]

/** Why a page was captured: staff requested it, the threat is new and has a high score, or a check found the target in another state. */
export const captureTriggers = ['requested', 'new', 'changed'] as const
/** One of `captureTriggers`. */
export type CaptureTrigger = (typeof captureTriggers)[number]

/** What differs between two visitors of a page: where they ended, the status, the text, or the forms. */
export const visitDifferences = ['address', 'status', 'text', 'forms'] as const
/** One of `visitDifferences`. */
export type VisitDifference = (typeof visitDifferences)[number]

/** One visit of a capture; all of it is among the evidence of the threat. */
export const CaptureVisit = z.object({
  profile: z.enum(captureProfiles),
  exit: z.nullable(z.string()),
  startedAt: wire.time,
  hops: z.array(CaptureHop),
  title: z.string(),
  /** Fields that ask for a password. */
  passwordFields: z.int(),
  problem: z.nullable(z.enum(visitProblems)),
  /** SHA-256 of its pieces of evidence. */
  evidence: z.array(z.string()),
})
export type CaptureVisit = z.output<typeof CaptureVisit>

/** A capture of the page of a threat. */
export const Capture = z.object({
  id: z.string(),
  address: z.string(),
  status: z.enum(captureStatuses),
  failure: z.nullable(z.enum(captureFailures)),
  requestedAt: wire.time,
  trigger: z.enum(captureTriggers),
  /** Null for a capture that the program started. */
  requestedBy: z.nullable(z.string()),
  endedAt: z.nullable(wire.time),
  /** The page shows different content to different visitors, which is called cloaking; empty if it doesn't. */
  differences: z.array(z.enum(visitDifferences)),
  visits: z.array(CaptureVisit),
  /** The evidence that its visits name. */
  files: z.array(Evidence),
})
export type Capture = z.output<typeof Capture>

const ofThreat = {
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
}

/** At most 20. */
export const listCaptures = route({
  method: 'GET',
  path: '/threats/{source}/{threatId}/captures',
  summary: "List the captures of a threat's page, latest first",
  access: 'threats:read',
  ...ofThreat,
  response: z.array(Capture),
})

/**
 * While one is waiting or running, that one is returned. 409 if look-ups are disabled on this server, and for a threat without a web page.
 */
export const captureThreat = route({
  method: 'POST',
  path: '/threats/{source}/{threatId}/captures',
  summary: "Capture a threat's page now, as a visitor at a desk and as one with a phone",
  access: 'captures:request',
  status: 202,
  ...ofThreat,
  response: Capture,
})

const underReview = {
  params: z.object({ threatId: wire.id }),
  query: wire.ofCompany,
}

/** At most 20. 404 for a threat of another company. */
export const listCapturesInReview = route({
  method: 'GET',
  path: '/qa/threats/{threatId}/captures',
  summary: 'List the captures of the page of a threat in any stage of review, latest first',
  access: 'qa:review',
  ...underReview,
  response: z.array(Capture),
})

/**
 * Like `captureThreat`, for a threat in the queue or on the watchlist; 404 for any other. `captureRefusal` of its details tells beforehand
 * whether it is refused.
 */
export const captureInReview = route({
  method: 'POST',
  path: '/qa/threats/{threatId}/captures',
  summary: 'Capture the page of a threat under review now, as a visitor at a desk and as one with a phone',
  access: 'qa:review',
  status: 202,
  ...underReview,
  response: Capture,
})
