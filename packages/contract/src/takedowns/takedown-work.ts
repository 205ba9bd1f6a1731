import * as z from 'zod/mini'
import { route } from '../route.ts'
import { problem } from '../errors/errors.ts'
import { attemptChannelNames, attemptWays, noticeLanguages, recipientMax, recordedAttemptStatuses } from './attempts.ts'
import { takedownStatuses } from './takedown-status.ts'
import { Takedown, TakedownDetail } from './takedowns.ts'
import { rightKinds } from '../companies/rights.ts'
import { abuseReportServiceNames } from './abuse-report-services.ts'
import * as wire from '../wire.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'takedown.requested': 'Takedown requested',
  'takedown.withdrawn': 'Takedown withdrawn',
  'takedown.checked': 'Check',
  'takedown.blocked': 'On a block list',
  'takedown.unblocked': 'No longer on a block list',
  'takedown.fileAdded': 'File added',
  'takedown.packMade': 'Evidence pack created',
  'takedown.written': 'Message',
  'takedown.attemptAdded': 'Notice written',
  'takedown.attemptChanged': 'Notice updated',
  'takedown.reminderWritten': 'Reminder written',
  'takedown.escalationWritten': 'Escalation written',
  'takedown.noFurtherContact': 'Escalation due. Signet has to find another contact',
  'takedown.noticeReleased': 'Notice released for sending',
  'takedown.noticeSent': 'Notice handed to the mail server',
  'takedown.abuseReportTaken': 'Abuse report accepted by the service',
  'takedown.noticeFailed': 'Notice not delivered',
  'takedown.noticeUnknown': 'Not known whether the notice arrived',
  'takedown.formAdded': 'Form added',
  'takedown.formSubmitted': 'Form submitted',
}

/*
 * The calls that work on a takedown. They are separate from the lists, so that a screen that only shows takedowns doesn't load them.
 */

const oneTakedown = {
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
}

/** 404 for a threat outside the company or an unpublished one; 409 when there is already a decision. */
export const requestTakedown = route({
  method: 'POST',
  path: '/takedown',
  summary: 'Request the takedown of a published threat; the same decision as in the list',
  access: 'takedowns:request',
  status: 201,
  body: z.strictObject({
    company: z.string().check(z.minLength(1), z.maxLength(100)),
    threatId: wire.id,
    note: z.optional(wire.text(2000)),
  }),
  response: Takedown,
})

/**
 * A status names what happened. `submitted` needs a notice that was sent; `acknowledged`, `info_requested` and `refused` need an answer
 * recorded with an attempt. Without that, and for every other status after the authorisation, `note` is required: it is shown to everyone
 * as the reason why a person set the status. 400 without it.
 *
 * 409 when `version` is stale, when the status is not a possible successor (`takedownFlow`), or when it can't be reopened because the
 * decision was reversed or another takedown of the threat is open.
 */
export const moveTakedown = route({
  method: 'PATCH',
  path: '/takedown/{takedownId}',
  summary: 'Change the status of a takedown; the note is stored with the change, the reference with the case',
  access: 'takedowns:move',
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({
    status: z.enum(takedownStatuses),
    note: z.optional(wire.text(2000)),
    /** The provider's case number. A missing value doesn't change it; an empty one removes it. */
    reference: z.optional(wire.oneLine(200)),
    version: wire.version,
  }),
  response: TakedownDetail,
})

/** Fails under the same conditions as `moveTakedown`. */
export const reopenTakedown = route({
  method: 'POST',
  path: '/takedown/{takedownId}/reopen',
  summary: 'Reopen a takedown whose threat came back or that ended without success; the reason is stored with it',
  access: 'takedowns:request',
  params: z.object({ takedownId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({ reason: wire.text(2000, 1), version: wire.version }),
  response: TakedownDetail,
})

/** 409 when the takedown is not waiting for authorisation, or `version` is stale. */
export const authoriseTakedown = route({
  method: 'POST',
  path: '/takedown/{takedownId}/authorise',
  summary: 'Authorise a takedown that the provider proposed',
  access: 'takedowns:request',
  ...oneTakedown,
  body: z.strictObject({ version: wire.version }),
  response: TakedownDetail,
})

/** All other participants of the case are notified. 404 for a takedown of another company. */
export const writeOnTakedown = route({
  method: 'POST',
  path: '/takedown/{takedownId}/messages',
  summary: 'Add a message to a takedown',
  access: 'takedowns:request',
  ...oneTakedown,
  body: z.strictObject({ text: wire.text(2000, 1) }),
  response: TakedownDetail,
})

const oneAttempt = {
  params: z.object({ takedownId: wire.id, attemptId: wire.id }),
  query: wire.ofCompany,
}

const formAddress = wire
  .oneLine(2000)
  .check(
    z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), problem('NOT_A_WEB_ADDRESS')),
  )

/** How many files one email carries. */
export const noticeFilesMax = 10
/** The total size of the files of one email, bytes. */
export const noticeBytesMax = 8_000_000

/** The values that forms ask for: about the target, about the company, and about the notice. */
export const noticeFieldKeys = [
  'address',
  'domain',
  'title',
  'company',
  'postalAddress',
  'signatory',
  'phone',
  'brand',
  'trademark',
  'account',
  'officialSite',
  'contact',
  'reference',
] as const

/** A text that a notice begins with, the values for a form, and what happens when it is sent. */
export const NoticeDraft = z.object({
  subject: z.string(),
  text: z.string(),
  /** The XARF report that an email carries, as JSON; null if the case lacks mandatory fields. */
  xarf: z.nullable(z.string()),
  /** The mandatory fields of the report that the case has no value for. */
  xarfMissing: z.array(z.string()),
  /** The values that forms ask for, each to be copied. */
  fields: z.array(
    z.object({
      key: z.enum(noticeFieldKeys),
      value: z.string(),
    }),
  ),
  /** What the channel asks for and the company doesn't have (`missingRights`). */
  missingRights: z.array(z.enum(rightKinds)),
  /** The files of the case, the captures of its threat, and the valid documents of the company. */
  files: z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.int() })),
  /** The services with an API that the company has an account with. */
  services: z.array(z.enum(abuseReportServiceNames)),
  /** Who the email comes from. */
  from: z.nullable(z.string()),
  /**
   * `off`: sending is off for the channel; `noServer`: no mail server is set; `secondPerson`: somebody else has to send it. In these cases
   * the notice is stored and not sent.
   */
  sending: z.enum(['on', 'off', 'noServer', 'secondPerson']),
})
export type NoticeDraft = z.output<typeof NoticeDraft>

/** 404 for a takedown of another company. */
export const draftNotice = route({
  method: 'GET',
  path: '/takedown/{takedownId}/noticeDraft',
  summary: 'Get the text, the report and the form values for a notice through a channel',
  access: 'takedowns:move',
  params: z.object({ takedownId: wire.id }),
  query: z.extend(wire.ofCompany, {
    channel: z._default(z.enum(attemptChannelNames), 'hosting'),
    /** Decides whether the notice is sent: an API needs no mail server. */
    way: z._default(z.enum(attemptWays), 'email'),
    language: z._default(z.enum(noticeLanguages), 'en'),
  }),
  response: NoticeDraft,
})

/**
 * An email is sent if sending is on for its channel, otherwise it is stored as a dry run. A form becomes a task, which `changeAttempt`
 * ticks off. 409 when the case is not authorised, is closed, or has the maximum number of attempts; 429 when the recipient has had the
 * maximum number of notices within an hour.
 */
export const addAttempt = route({
  method: 'POST',
  path: '/takedown/{takedownId}/attempts',
  summary: 'Send a notice by email, or add the task to fill in a form',
  access: 'takedowns:move',
  status: 201,
  ...oneTakedown,
  body: z.strictObject({
    way: z.enum(attemptWays),
    channel: z.enum(attemptChannelNames),
    /** An email address, or the name of a form. */
    recipient: wire.oneLine(recipientMax, 1),
    /** Of an email, which needs one. */
    subject: z.optional(wire.oneLine(200, 1)),
    /** Of an email, which needs one. */
    text: z.optional(wire.text(20_000, 1)),
    /** Of an email or report, `en` if missing: the notices that follow it are in the same language. */
    language: z.optional(z.enum(noticeLanguages)),
    /** Ids of files of the draft that an email carries. */
    files: z._default(z.array(wire.id).check(z.maxLength(noticeFilesMax), wire.eachOnce()), []),
    /** The address of a form. */
    link: z.optional(formAddress),
    /** The service of an API, whose account the company has. */
    service: z.optional(z.enum(abuseReportServiceNames)),
  }),
  response: TakedownDetail,
})

/**
 * A form is submitted (`sent`) only with the provider's case number or a file of the case as proof, an email never by this call. Answers
 * need their text and an attempt that was sent; what waits for a person can be given up (`expired`) instead. 404 when the takedown has no
 * such attempt. The latest change wins because attempts have no version.
 */
export const changeAttempt = route({
  method: 'PATCH',
  path: '/takedown/{takedownId}/attempts/{attemptId}',
  summary: 'Record the progress of an attempt; missing fields stay unchanged, empty text clears a field',
  access: 'takedowns:move',
  ...oneAttempt,
  body: z.strictObject({
    status: z.optional(z.enum(recordedAttemptStatuses)),
    reference: z.optional(wire.oneLine(200)),
    answer: z.optional(wire.text(2000)),
    proofFileId: z.optional(wire.id),
  }),
  response: TakedownDetail,
})

/**
 * Sends a dry run, a notice that waits for a second person, or an email that failed or may not have arrived: the same message under the
 * same Message-ID. 409 in any other state, while sending is off for the channel, or for its author where the company wants a second person.
 */
export const sendAttempt = route({
  method: 'POST',
  path: '/takedown/{takedownId}/attempts/{attemptId}/send',
  summary: 'Send the notice of an attempt that was not sent or may not have arrived',
  access: 'takedowns:move',
  ...oneAttempt,
  response: TakedownDetail,
})

/** The email of an attempt. */
export const Notice = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Its files; one that is text has its content, and one that is made when the email is sent has no size before. */
  attachments: z.array(
    z.object({ name: z.string(), type: z.string(), size: z.nullable(z.int()), text: z.optional(z.string()) }),
  ),
})
export type Notice = z.output<typeof Notice>

/** 404 when the takedown has no such attempt, or the attempt no email. */
export const getNotice = route({
  method: 'GET',
  path: '/takedown/{takedownId}/attempts/{attemptId}/notice',
  summary: 'Get the complete email of an attempt',
  access: 'takedowns:read',
  ...oneAttempt,
  response: Notice,
})

/** Whether notices through a channel are sent, or stored as dry runs. */
export const NoticeChannel = z.object({
  channel: z.enum(attemptChannelNames),
  isOn: z.boolean(),
  /** Who changed it last, and when. */
  changedBy: z.optional(z.string()),
  changedAt: z.optional(wire.time),
})
export type NoticeChannel = z.output<typeof NoticeChannel>

const NoticeChannels = z.object({
  channels: z.array(NoticeChannel),
  /** Without a mail server, nothing is sent. */
  hasMailServer: z.boolean(),
})

/** For the whole installation, not for one company. */
export const listNoticeChannels = route({
  method: 'GET',
  path: '/noticeChannels',
  summary: 'List the channels with whether notices through them are sent',
  access: 'notices:switch',
  response: NoticeChannels,
})

/** For the whole installation, not for one company. */
export const putNoticeChannel = route({
  method: 'PUT',
  path: '/noticeChannels/{channel}',
  summary: 'Turn the sending of notices through a channel on or off',
  access: 'notices:switch',
  params: z.object({ channel: z.enum(attemptChannelNames) }),
  body: z.strictObject({ isOn: z.boolean() }),
  response: NoticeChannels,
})
