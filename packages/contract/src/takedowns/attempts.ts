import * as z from 'zod/mini'
import { keysIn } from '../narrow.ts'
import * as wire from '../wire.ts'

/** The channels for requesting a removal. */
export const attemptChannels = {
  hosting: 'Hosting provider',
  registrar: 'Registrar',
  registry: 'Registry',
  platform: 'Platform',
  appStore: 'App store',
  blockList: 'Browser block list',
  searchEngine: 'Search engine',
  authority: 'Authority',
  other: 'Other',
} as const
/** A channel: a key of `attemptChannels`. */
export type AttemptChannel = keyof typeof attemptChannels
/** Every channel, in the order of `attemptChannels`. */
export const attemptChannelNames = keysIn(attemptChannels)

/** The longest recipient of an attempt: the address of a form can be long. */
export const recipientMax = 500

/** How a channel is contacted: by an email from here, through the provider's API, or on its site, where a person fills in a form. */
export const attemptWays = ['email', 'api', 'form'] as const
/** One of `attemptWays`. */
export type AttemptWay = (typeof attemptWays)[number]

/** The statuses of an attempt that a person can record. */
export const recordedAttemptStatuses = ['sent', 'bounced', 'acknowledged', 'actioned', 'refused', 'expired'] as const

/** The status of an attempt as stored; an unanswered email has `queued`, and its delivery says more. */
export const storedAttemptStatuses = ['queued', ...recordedAttemptStatuses] as const
/** One of `storedAttemptStatuses`. */
export type StoredAttemptStatus = (typeof storedAttemptStatuses)[number]

/**
 * The status of an attempt. `held`: written, but sending is off. `proposed`: written by the product for a person to send. `unreleased`:
 * waits for a second person to send it, as the company wants (`TakedownPolicy`). `limited`: not sent, because the recipient had the maximum
 * number of notices within an hour. `queued`: a mail that waits, or a form that is still to be filled in. `sent`: the mail server or the
 * service accepted it, or the form was submitted. `unknown`: it isn't known whether it arrived.
 */
export const attemptStatuses = [
  'held',
  'proposed',
  'unreleased',
  'limited',
  ...storedAttemptStatuses,
  'unknown',
] as const
/** One of `attemptStatuses`. */
export type AttemptStatus = (typeof attemptStatuses)[number]

/** Statuses of an email that is written and waits for a person. */
export const heldAttemptStatuses = [
  'held',
  'proposed',
  'unreleased',
  'limited',
] as const satisfies readonly AttemptStatus[]

/** Why a notice was written: by a person, or by the product because a target came back, nobody acted, or a contact above should act. */
export const attemptPurposes = ['request', 'relapse', 'reminder', 'escalation'] as const
/** One of `attemptPurposes`. */
export type AttemptPurpose = (typeof attemptPurposes)[number]

/** Languages that notices are written in. */
export const noticeLanguages = ['en', 'de'] as const
/** One of `noticeLanguages`. */
export type NoticeLanguage = (typeof noticeLanguages)[number]

/** Statuses that a provider's answer gives an attempt. */
export const answeredStatuses = [
  'acknowledged',
  'actioned',
  'refused',
] as const satisfies readonly StoredAttemptStatus[]

/** One attempt through a channel: a registrar, a host, a platform. */
export const Attempt = z.object({
  id: z.string(),
  /** The name of the channel, e.g. `Registrar`. */
  channel: z.string(),
  way: z.enum(attemptWays),
  /** The recipient: an email address, or the name of a form. */
  recipient: z.string(),
  /** The form's address. */
  link: z.optional(z.string()),
  status: z.enum(attemptStatuses),
  /** The id of its author, who may not send it; only while a second person has to. */
  writtenBy: z.optional(z.string()),
  purpose: z.enum(attemptPurposes),
  /** Of the letter; a form has none. What follows the notice is written in the same language. */
  language: z.optional(z.enum(noticeLanguages)),
  /** When the mail server accepted it, or when the form was submitted. */
  sentAt: z.optional(wire.time),
  /** Why it wasn't delivered, or not yet; a reply of the mail server or service is a parameter. */
  problem: z.optional(wire.Sentence),
  /** Whether the message can be read (`getNotice`). */
  hasNotice: z.boolean(),
  /** The file of the case that proves that a form was submitted. */
  proofFileId: z.optional(z.string()),
  /** The contacted provider's case number. */
  reference: z.optional(z.string()),
  /** The provider's answer, quoted or summarised. */
  answer: z.optional(z.string()),
  /** When the current answer was recorded. */
  answeredAt: z.optional(wire.time),
  at: wire.time,
  updatedAt: wire.time,
})
export type Attempt = z.output<typeof Attempt>
