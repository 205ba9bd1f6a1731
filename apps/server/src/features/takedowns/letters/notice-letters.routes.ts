import {
  channelsOfLetter,
  hasSubject,
  letterKinds,
  optionalPlaceholders,
  placeholdersOfLetter,
  requiredPlaceholders,
  type NoticeLetter,
  type NoticeLetterDetail,
  type WrittenLetter,
} from '@signet/contract/takedowns/notice-letters'
import type * as contract from '@signet/contract/takedowns/notice-letters'
import { isOneOf } from '@signet/contract/narrow'
import { noticeLanguages } from '@signet/contract/takedowns/attempts'
import type { Context } from '../../../app/context.ts'
import type { Handler } from '../../../app/handler.ts'
import type { Row } from '../../../db/rows.ts'
import { AppError, found } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { checkLetter } from './letter-template.ts'
import { changedLetters, findLetter, putLetter, type LetterKey } from './notice-letters.queries.ts'
import { exampleValues, previewOf } from './preview-letter.ts'
import { builtInLetter } from './write-letter.ts'

export const listNoticeLetters: Handler<typeof contract.listNoticeLetters> = async ({ tx }) => {
  const rows = await changedLetters(tx)
  return letterKinds.flatMap((kind) =>
    channelsOfLetter[kind].flatMap((channel) =>
      noticeLanguages.map((language) => {
        const key = { kind, channel, language }
        return toLetter(
          key,
          rows.find((row) => row.kind === kind && row.channel === channel && row.language === language),
        )
      }),
    ),
  )
}

/** @throws AppError `NOT_FOUND` if this kind isn't written to the channel */
export const getNoticeLetter: Handler<typeof contract.getNoticeLetter> = async (context, { params }) => {
  const key = keyOf(params)
  return toDetail(context, key, await findLetter(context.tx, key))
}

/**
 * @throws AppError `NOT_FOUND` if this kind isn't written to the channel
 * @throws AppError `BAD_REQUEST` for a letter that can't be read, or has wrong placeholders or lacks some
 * @throws AppError `CONFLICT` if it has changed since it was read
 */
export const changeNoticeLetter: Handler<typeof contract.changeNoticeLetter> = (context, { params, body }) => {
  const key = keyOf(params)
  return put(context, key, checked(key, body), body.version)
}

/**
 * @throws AppError `NOT_FOUND` if this kind isn't written to the channel
 * @throws AppError `CONFLICT` if it has changed since it was read
 */
export const resetNoticeLetter: Handler<typeof contract.resetNoticeLetter> = (context, { params, body }) =>
  put(context, keyOf(params), null, body.version)

/**
 * @throws AppError `NOT_FOUND` if this kind isn't written to the channel, or the takedown is outside the company
 * @throws AppError `BAD_REQUEST` as when the letter is saved
 */
export const previewNoticeLetter: Handler<typeof contract.previewNoticeLetter> = (context, { params, body }) => {
  const key = keyOf(params)
  return previewOf(context, key, checked(key, body), body.takedownId)
}

/** Stores a letter, or goes back to the built-in one. */
async function put(context: Context, key: LetterKey, letter: WrittenLetter | null, version: number) {
  const { tx, actor } = context
  const before = await findLetter(tx, key)
  const { subject, text } = letter ?? { subject: null, text: null }
  const row = await putLetter(tx, key, { subject, text, byName: actor.name, version })
  if (!row) throw new AppError('STALE_VERSION', { what: 'letter' })
  await recordAudit(context, {
    action: letter ? 'noticeLetter.changed' : 'noticeLetter.reset',
    targetType: 'noticeLetter',
    targetId: row.id,
    before: { ...key, subject: before?.subject ?? null, text: before?.text ?? null },
    after: { ...key, subject, text },
  })
  return toDetail(context, key, row)
}

const keyOf = ({ kind, channel, language }: LetterKey): LetterKey =>
  found(isOneOf(channelsOfLetter[kind], channel) && { kind, channel, language }, 'letter')

/** A letter whose placeholders fit. */
function checked(
  { kind }: LetterKey,
  { subject, text }: { subject?: string | undefined; text: string },
): WrittenLetter {
  if (!hasSubject(kind)) {
    if (subject !== undefined) throw new AppError('UNKNOWN_FIELD', {}, { at: 'body.subject' })
    checkLetter(kind, 'text', text)
    return { subject: null, text }
  }
  if (subject === undefined) throw new AppError('REQUIRED', {}, { at: 'body.subject' })
  checkLetter(kind, 'subject', subject)
  checkLetter(kind, 'text', text)
  return { subject, text }
}

const toLetter = (key: LetterKey, row: Row<'notice_letters'> | undefined): NoticeLetter => ({
  ...key,
  isBuiltIn: !row || row.text === null,
  changed: row ? { by: row.changed_by_name, at: row.changed_at.toISOString() } : null,
  version: row?.version ?? 0,
})

function toDetail(context: Context, key: LetterKey, row: Row<'notice_letters'> | undefined): NoticeLetterDetail {
  const builtIn = builtInLetter(key)
  const { kind, language } = key
  const examples = exampleValues(context, language)
  return {
    ...toLetter(key, row),
    ...(row && row.text !== null ? { subject: row.subject, text: row.text } : builtIn),
    builtIn,
    placeholders: placeholdersOfLetter[kind].map((name) => ({
      name,
      example: examples[name],
      isOptional: isOneOf(optionalPlaceholders, name),
      requiredIn: (['subject', 'text'] as const).filter((field) => requiredPlaceholders[kind][field].includes(name)),
    })),
  }
}
