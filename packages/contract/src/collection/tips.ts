import * as z from 'zod/mini'
import { isEmailAddress } from '../access/credentials.ts'
import { problem } from '../errors/errors.ts'
import { route } from '../route.ts'
import { mebibyte } from '../threats/file-types.ts'
import { threatSources, type ThreatSource } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/*
 * What anybody reports on the public page of a company, without an account. The calls of that page are mounted by the server itself.
 */

/** Where the calls of the public pages are, below the origin of the portal; the key of the company follows. */
export const tipBase = '/api/report'
/** The header with the challenge of a report: a page of another site can't send it. */
export const tipChallengeHeader = 'x-signet-challenge'

/** The most characters of each part of a report. */
export const tipLengths = { address: 2000, handle: 200, phone: 40, text: 4000, email: 254, intro: 1000 } as const
/** The largest picture, in bytes. */
export const tipPictureMax = 5 * mebibyte
/** How long the server waits for a person to fill in the form, in ms; what comes sooner was written by a program. */
export const tipAgeMinMs = 3000

/** The platforms that an account can be reported of. */
export const tipPlatforms = [
  'Telegram',
  'WhatsApp',
  'Instagram',
  'FB',
  'Twitter',
  'YouTube',
  'LinkedIn',
  'TikTok',
  'Reddit',
] as const satisfies readonly ThreatSource[]
/** One of `tipPlatforms`. */
export type TipPlatform = (typeof tipPlatforms)[number]

/** A report. At least one of `address`, `handle`, `phone` and `text` isn't empty. */
export const TipReport = z
  .strictObject({
    address: z._default(wire.oneLine(tipLengths.address), ''),
    platform: z.optional(z.enum(tipPlatforms)),
    handle: z._default(wire.oneLine(tipLengths.handle), ''),
    phone: z._default(wire.oneLine(tipLengths.phone), ''),
    text: z._default(wire.text(tipLengths.text), ''),
    /** Where the company may ask back. */
    email: z._default(
      wire
        .oneLine(tipLengths.email)
        .check(z.refine((value) => value === '' || isEmailAddress(value), problem('NOT_A_MAIL_ADDRESS'))),
      '',
    ),
    /** People don't see this field; programs that fill in every field give themselves away. */
    website: z._default(z.literal(''), ''),
  })
  .check(
    z.refine(({ address, handle, phone, text }) => [address, handle, phone, text].some(Boolean), {
      error: problem('TIP_EMPTY'),
      path: ['text'],
    }),
    z.refine(({ handle, platform }) => handle === '' || platform !== undefined, {
      error: problem('REQUIRED'),
      path: ['platform'],
    }),
  )
export type TipReport = z.output<typeof TipReport>

/** The words of a company on its page, by language; empty for none. */
const Intro = z.strictObject({ en: wire.text(tipLengths.intro), de: wire.text(tipLengths.intro) })

/** What the public page shows, and the challenge that a report has to bring back. */
export const PublicTipPage = z.object({ company: z.string(), intro: Intro, challenge: z.string() })
export type PublicTipPage = z.output<typeof PublicTipPage>

/** The code that leads back to the report. It is sent once and stored only as a hash. */
export const TipAnswer = z.object({ code: z.string() })
export type TipAnswer = z.output<typeof TipAnswer>

/**
 * What became of a report, for the person who has its code:
 *
 * - `received`: it was not reviewed yet
 * - `reviewed`: it is a scam, and the company knows of it
 * - `takedown`: somebody is asked to remove it
 * - `takenDown`: it is offline
 * - `notScam`: it is no scam, or none that imitates the company
 */
export const tipProgresses = ['received', 'reviewed', 'takedown', 'takenDown', 'notScam'] as const
/** One of `tipProgresses`. */
export type TipProgress = (typeof tipProgresses)[number]

/** A question about a report. */
export const TipQuestion = z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(100)) })
/** What became of a report; nothing else is said. */
export const TipStatus = z.object({ progress: z.enum(tipProgresses), receivedAt: wire.time })
export type TipStatus = z.output<typeof TipStatus>

/** How long reports are kept, in days. Threats stay. */
export const tipKeepDays = [30, 90, 180, 365] as const

/** The settings of the page. */
const TipPageSettings = z.strictObject({ isOn: z.boolean(), intro: Intro, keepDays: z.literal(tipKeepDays) })

/** The public page of a company, with what came in during the last 30 days. */
export const TipPage = z.object({
  isOn: z.boolean(),
  intro: Intro,
  keepDays: z.int(),
  /** Of the page in the portal. */
  path: z.string(),
  /** Reports of the last 30 days, the things they are about, and of those: threats, suppressed as own or allowed, dismissed, waiting. */
  counts: z.object({
    reports: z.int(),
    tips: z.int(),
    threats: z.int(),
    suppressed: z.int(),
    dismissed: z.int(),
    waiting: z.int(),
  }),
})
export type TipPage = z.output<typeof TipPage>

/** The page is off until somebody switches it on. */
export const getTipPage = route({
  method: 'GET',
  path: '/settings/tipPage',
  summary: "Get the settings of the company's public page for reports, and what came in during the last 30 days",
  access: 'settings:read',
  query: wire.ofCompany,
  response: TipPage,
})

/** A page that is switched off looks the same as one that never existed; what was reported stays. */
export const putTipPage = route({
  method: 'PUT',
  path: '/settings/tipPage',
  summary: "Switch the company's public page for reports on or off, and set its text and how long reports are kept",
  access: 'tipPage:write',
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company, ...TipPageSettings.def.shape }),
  response: TipPage,
})

/** What people reported that is no threat yet, for reviewers. Every text is untrusted. */
export const Tip = z.object({
  id: z.string(),
  title: z.string(),
  /** The source it would be a threat of; null for a text that names nothing. */
  source: z.nullable(z.enum(threatSources)),
  /** Of the detector; null if it found nothing. With a score, it waits because too much was reported within an hour. */
  score: z.nullable(z.int()),
  reporters: z.int(),
  firstAt: wire.time,
  lastAt: wire.time,
  /** The newest reports, at most 5. */
  reports: z.array(
    z.object({
      at: wire.time,
      address: z.string(),
      platform: z.nullable(z.enum(tipPlatforms)),
      handle: z.string(),
      phone: z.string(),
      text: z.string(),
      email: z.nullable(z.string()),
      hasPicture: z.boolean(),
    }),
  ),
})
export type Tip = z.output<typeof Tip>

/** The order in which reviewers see them: what most people report comes first. */
export const tipSortFields = ['reporters', 'lastAt'] as const

/** Reports in which the detector found a threat are in the review queue instead, as long as few came within the hour. */
export const listTips = route({
  method: 'GET',
  path: '/qa/tips',
  summary: 'List what people reported on the public page that is neither a threat nor dismissed yet',
  access: 'threats:add',
  query: z.object({ company: wire.company, ...wire.paging(tipSortFields) }),
  response: wire.page(Tip),
})

/** - `queue`: into the review queue - `dismiss`: no scam - `reopen`: takes a dismissal back */
export const tipDecisions = ['queue', 'dismiss', 'reopen'] as const
/** One of `tipDecisions`. */
export type TipDecision = (typeof tipDecisions)[number]

/**
 * The response has the id of a threat that the report is now part of. 409 (`TIP_DECIDED`) if somebody else has decided, `TIP_NAMES_NOTHING`
 * for a text without anything that could be removed, and `TIP_IS_OWN` for what the company owns or allows.
 */
export const decideTip = route({
  method: 'POST',
  path: '/qa/tips/{tipId}/decision',
  summary: 'Put what people reported in the review queue, dismiss it, or take a dismissal back',
  access: 'threats:add',
  params: z.object({ tipId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company, decision: z.enum(tipDecisions) }),
  response: z.object({ threatId: z.nullable(z.string()) }),
})
