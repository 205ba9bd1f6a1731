import * as z from 'zod/mini'
import { route } from '../route.ts'
import type { TokenRoute } from '../token-route.ts'
import { TakedownDetail } from './takedowns.ts'
import * as wire from '../wire.ts'

/*
 * Emails that providers send back. Each is stored byte for byte as evidence, matched to a case, and classified by rules; what the rules
 * can't decide, a person does.
 */

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'takedown.replyReceived': 'Reply received',
  'takedown.autoReplyReceived': 'Automatic reply received',
  'takedown.bounceReceived': 'Delivery report received',
  'takedown.replyDecided': 'Reply classified',
  'takedown.mailAssigned': 'Email assigned to the case',
}

/** What an email is: written by a person or a ticket system, sent automatically (RFC 3834), or a report that a notice was not delivered. */
export const mailKinds = ['answer', 'automatic', 'bounce'] as const
/** One of `mailKinds`. */
export type MailKind = (typeof mailKinds)[number]

/** What an answer says; `other` is nothing of the rest, which only a person decides. */
export const replyClasses = ['acknowledged', 'question', 'done', 'refused', 'other'] as const
/** One of `replyClasses`. */
export type ReplyClass = (typeof replyClasses)[number]

/**
 * How an email found its case: it answers a message of the case, names its reference or the provider's case number, comes from the
 * recipient of its only open notice, or a person assigned it.
 */
export const mailMatches = ['messageId', 'reference', 'address', 'person'] as const
/** One of `mailMatches`. */
export type MailMatch = (typeof mailMatches)[number]

/** `received`: still to be read. */
export const mailStates = ['received', 'matched', 'unmatched', 'dismissed'] as const

/** The way of an email into the product. */
export const mailWays = ['imap', 'upload'] as const

/** The size of the largest email that is accepted, bytes. */
export const inboundMailBytesMax = 25_000_000

/** The media types of an email that is submitted. */
export const emailTypes = ['message/rfc822', 'application/octet-stream']
/** 401 without an active key, 403 without the scope, 404 for another company, 413 for an email above the limit. */
export const handInMail: TokenRoute = {
  method: 'POST',
  base: '/api/rest',
  path: '/companies/{company}/inboundMail',
  summary: 'Hand in an email that arrived for the company',
  description:
    'An API key of scope mail. The body is the email itself (RFC 5322). The same email again changes nothing.',
  security: 'apiKey',
  params: z.object({ company: wire.companyInPath }),
  body: { types: emailTypes, schema: z.string() },
  emptyStatus: 202,
}

/** An email that arrived. */
export const InboundMail = z.object({
  id: z.string(),
  receivedAt: wire.time,
  /** The address in `From`; null for an email that can't be read. */
  from: z.nullable(z.string()),
  subject: z.string(),
  /** Its text without markup, cut off after 20,000 characters. */
  text: z.string(),
  /** Whether it was larger than `inboundMailBytesMax`, so that only its beginning was read. */
  isCut: z.boolean(),
  kind: z.enum(mailKinds),
})
export type InboundMail = z.output<typeof InboundMail>

/** An email of a case. */
export const CaseMail = z.extend(InboundMail, {
  matchedBy: z.enum(mailMatches),
  /**
   * Whether it answers a message that only its recipient has, and comes from the domain of that recipient. Without that, anybody may have
   * written it, so it changes nothing by itself.
   */
  isVerified: z.boolean(),
  /** The attempt that it answers. */
  attemptId: z.optional(z.string()),
  /** What it says; null if nobody knows yet. */
  class: z.nullable(z.enum(replyClasses)),
  /** The sentence that the class follows from. */
  sentence: z.optional(z.string()),
  /** Who decided the class, why and when; left out if a rule did. */
  decided: z.optional(z.object({ by: z.string(), reason: z.string(), at: wire.time })),
  /** Whether a person still has to decide what it says. */
  isOpen: z.boolean(),
  /** The email as it was received, valid for minutes like the addresses of files. */
  href: z.string(),
})
export type CaseMail = z.output<typeof CaseMail>

const oneTakedown = { params: z.object({ takedownId: wire.id }), query: wire.ofCompany }
const oneMail = { params: z.object({ inboundMailId: wire.id }), query: wire.ofCompany }

/** At most 200. 404 for a takedown of another company. */
export const listCaseMails = route({
  method: 'GET',
  path: '/takedown/{takedownId}/mails',
  summary: 'List the emails that arrived for a takedown, oldest first, each with what it says',
  access: 'takedowns:read',
  ...oneTakedown,
  response: z.array(CaseMail),
})

/** 404 for an email of another company; 409 for one that isn't assigned to a case, or a report of a failed delivery. */
export const decideMail = route({
  method: 'PUT',
  path: '/inboundMails/{inboundMailId}/class',
  summary: 'Decide what an email of a takedown says; the reason is stored with the name of the user',
  access: 'takedowns:move',
  ...oneMail,
  body: z.strictObject({ class: z.enum(replyClasses), reason: wire.text(500, 3) }),
  response: TakedownDetail,
})

/** Newest first. */
export const listUnmatchedMails = route({
  method: 'GET',
  path: '/inboundMails',
  summary: 'List the emails that match no takedown and wait to be assigned',
  access: 'takedowns:move',
  query: z.object({ company: wire.company, ...wire.paging(['receivedAt']) }),
  response: wire.page(InboundMail),
})

/** 404 for an email or a takedown of another company; 409 when it is no longer waiting. */
export const assignMail = route({
  method: 'POST',
  path: '/inboundMails/{inboundMailId}/assign',
  summary: 'Assign a waiting email to a takedown',
  access: 'takedowns:move',
  ...oneMail,
  body: z.strictObject({ takedownId: wire.id }),
  response: TakedownDetail,
})

/** 404 for an email of another company; 409 when it is no longer waiting. */
export const dismissMail = route({
  method: 'POST',
  path: '/inboundMails/{inboundMailId}/dismiss',
  summary: 'Remove a waiting email that belongs to no takedown from the list',
  access: 'takedowns:move',
  status: 204,
  ...oneMail,
  response: wire.nothing,
})
