import type { LetterKind } from '@signet/contract/takedowns/notice-letters'
import type { AttemptChannel, NoticeLanguage } from '@signet/contract/takedowns/attempts'
import type { Tx } from '../../../db/database.ts'

/** Which letter it is. */
export interface LetterKey {
  kind: LetterKind
  channel: AttemptChannel
  language: NoticeLanguage
}

/** The letters that somebody changed; at most one per kind, channel and language. Index: notice_letters_pkey. */
export function changedLetters(tx: Tx) {
  return tx.selectFrom('notice_letters').selectAll().orderBy('kind').orderBy('channel').orderBy('language').execute()
}

/** A letter that somebody changed. Index: notice_letters_pkey. */
export function findLetter(tx: Tx, { kind, channel, language }: LetterKey) {
  return tx
    .selectFrom('notice_letters')
    .selectAll()
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('language', '=', language)
    .executeTakeFirst()
}

/**
 * Replaces a letter, or goes back to the built-in one. Index: notice_letters_pkey.
 *
 * @param text null for the built-in letter
 * @param version the version that was read, 0 if nobody changed it
 * @returns undefined if it has changed since then
 */
export async function putLetter(
  tx: Tx,
  key: LetterKey,
  { version, ...letter }: { subject: string | null; text: string | null; byName: string; version: number },
) {
  const { kind, channel, language } = key
  const change = {
    subject: letter.subject,
    text: letter.text,
    changed_by_name: letter.byName,
    changed_at: new Date(),
    version: version + 1,
  }
  if (version === 0) {
    return tx
      .insertInto('notice_letters')
      .values({ kind, channel, language, ...change })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  }
  return tx
    .updateTable('notice_letters')
    .set(change)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('language', '=', language)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}
