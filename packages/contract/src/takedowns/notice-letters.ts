import * as z from 'zod/mini'
import { route } from '../route.ts'
import {
  attemptChannelNames,
  attemptPurposes,
  noticeLanguages,
  type AttemptChannel,
  type AttemptPurpose,
} from './attempts.ts'
import * as wire from '../wire.ts'

/*
 * The letters that notices begin with: one for each kind of notice, channel and language. They come with the product; staff replace single
 * ones. They are the same for every company. What differs from case to case is a placeholder: `{address}`, or
 * `{brand, select, none {…} other {…}}` for one that may have no value (a part of ICU MessageFormat).
 */

/** The kinds of letters: what a notice is written for. */
export const letterKinds = attemptPurposes
/** One of `letterKinds`. */
export type LetterKind = AttemptPurpose

/** The channels that each kind of letter is written to; only the contacts above a host, registrar or registry get an escalation. */
export const channelsOfLetter: Record<LetterKind, readonly AttemptChannel[]> = {
  request: attemptChannelNames,
  relapse: attemptChannelNames,
  reminder: attemptChannelNames,
  escalation: ['hosting', 'registry', 'authority'],
}

/** Whether a letter has its own subject. The others answer an earlier email, whose subject they keep. */
export const hasSubject = (kind: LetterKind): boolean => kind === 'request' || kind === 'escalation'

const facts = [
  'address',
  'title',
  'domain',
  'facts',
  'brand',
  'trademarks',
  'officialSite',
  'ip',
  'registrar',
  'firstSeen',
  'lastSeen',
  'company',
  'owner',
  'signatory',
  'reference',
] as const
const own = ['sender', 'reported', 'seen', 'state', 'providerReference', 'earlier'] as const
/** Everything that a letter can name. */
export const letterPlaceholders = [...facts, ...own] as const
/** One of `letterPlaceholders`. */
export type LetterPlaceholder = (typeof letterPlaceholders)[number]

/** The placeholders of each kind of letter. */
export const placeholdersOfLetter: Record<LetterKind, readonly LetterPlaceholder[]> = {
  request: [...facts, 'sender'],
  relapse: [...facts, 'reported', 'seen', 'state', 'providerReference'],
  reminder: [...facts, 'reported', 'providerReference'],
  escalation: [...facts, 'sender', 'earlier'],
}

/** Placeholders that have no value in some cases. */
export const optionalPlaceholders = [
  'domain',
  'brand',
  'trademarks',
  'officialSite',
  'ip',
  'registrar',
  'signatory',
  'providerReference',
] as const satisfies readonly LetterPlaceholder[]

/**
 * What a letter can't do without. A provider acts only on a report that says what and on whose behalf, replies are matched by the reference
 * in the subject, and a repeated notice is only understood if it says what it repeats. `facts` contains the address.
 */
export const requiredPlaceholders: Record<LetterKind, Record<'subject' | 'text', readonly LetterPlaceholder[]>> = {
  request: { subject: ['reference'], text: ['address', 'company'] },
  relapse: { subject: [], text: ['address', 'reported'] },
  reminder: { subject: [], text: ['address', 'reported'] },
  escalation: { subject: ['reference'], text: ['address', 'company', 'earlier'] },
}

/** The maximum length of a letter as written, and of its text with all values. */
export const letterMax = { subject: 200, text: 10_000, filled: 20_000 } as const

const key = {
  kind: z.enum(letterKinds),
  channel: z.enum(attemptChannelNames),
  language: z.enum(noticeLanguages),
}
const changed = {
  ...key,
  /** Who changed it last or went back to the built-in letter, and when; null if it was never changed. */
  changed: z.nullable(z.object({ by: z.string(), at: wire.time })),
  isBuiltIn: z.boolean(),
  /** 0 until somebody changes it. */
  version: z.int(),
}
const written = {
  /** Missing if the letter keeps the subject of an earlier email (`hasSubject`). */
  subject: z.optional(wire.oneLine(letterMax.subject, 1)),
  text: wire.text(letterMax.text, 1),
}

/** Which letter it is, and whether it was changed. */
export const NoticeLetter = z.object(changed)
export type NoticeLetter = z.output<typeof NoticeLetter>

const WrittenLetter = z.object({ subject: z.nullable(z.string()), text: z.string() })
/** A letter with its placeholders, or filled; without a subject if it keeps that of an earlier email. */
export type WrittenLetter = z.output<typeof WrittenLetter>

/** A letter with what can be used in it. */
export const NoticeLetterDetail = z.object({
  ...changed,
  ...WrittenLetter.shape,
  builtIn: WrittenLetter,
  placeholders: z.array(
    z.object({
      name: z.enum(letterPlaceholders),
      /** Its value in the example case. */
      example: z.string(),
      /** Whether some cases have no value for it. */
      isOptional: z.boolean(),
      /** The fields that must contain it. */
      requiredIn: z.array(z.enum(['subject', 'text'])),
    }),
  ),
})
export type NoticeLetterDetail = z.output<typeof NoticeLetterDetail>

/** In a fixed order: by kind, channel and language. */
export const listNoticeLetters = route({
  method: 'GET',
  path: '/noticeLetters',
  summary: 'List the letters of notices, and which of them were changed',
  access: 'takedowns:move',
  query: wire.ofCompany,
  response: z.array(NoticeLetter),
})

/** 404 for a channel that the kind isn't written to (`channelsOfLetter`), in this and the other calls about one letter. */
export const getNoticeLetter = route({
  method: 'GET',
  path: '/noticeLetters/{kind}/{channel}/{language}',
  summary: 'Get a letter of notices with its placeholders and the built-in letter',
  access: 'takedowns:move',
  params: z.object(key),
  query: wire.ofCompany,
  response: NoticeLetterDetail,
})

/**
 * It applies to notices that are written from now on; what is written keeps its text. 400 with the field and the reason: `LETTER_SYNTAX`,
 * `UNKNOWN_PLACEHOLDER`, `MISSING_PLACEHOLDER` or `PLACEHOLDER_FORMAT`. 409 when `version` is stale.
 */
export const changeNoticeLetter = route({
  method: 'PUT',
  path: '/noticeLetters/{kind}/{channel}/{language}',
  summary: 'Change a letter of notices; applies to every company',
  access: 'takedowns:move',
  params: z.object(key),
  query: wire.ofCompany,
  body: z.strictObject({ ...written, version: z.int().check(z.gte(0)) }),
  response: NoticeLetterDetail,
})

/** 409 when `version` is stale. */
export const resetNoticeLetter = route({
  method: 'POST',
  path: '/noticeLetters/{kind}/{channel}/{language}/reset',
  summary: 'Go back to the built-in letter; applies to every company',
  access: 'takedowns:move',
  params: z.object(key),
  query: wire.ofCompany,
  body: z.strictObject({ version: wire.version }),
  response: NoticeLetterDetail,
})

/** Nothing is stored. Refuses what `changeNoticeLetter` refuses. 404 for a takedown of another company. */
export const previewNoticeLetter = route({
  method: 'POST',
  path: '/noticeLetters/{kind}/{channel}/{language}/preview',
  summary: 'Get an unsaved letter as it would be sent',
  access: 'takedowns:move',
  params: z.object(key),
  query: wire.ofCompany,
  body: z.strictObject({
    ...written,
    /** The case that it is filled with; an example if missing. */
    takedownId: z.optional(wire.id),
  }),
  response: z.object({ subject: z.string(), text: z.string() }),
})
