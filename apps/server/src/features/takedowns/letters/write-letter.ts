import { hasSubject, letterMax, type WrittenLetter } from '@signet/contract/takedowns/notice-letters'
import type { NoticeLanguage } from '@signet/contract/takedowns/attempts'
import { companyOf } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import type { TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { asOneLine } from '../../mail/mail-address.ts'
import { rightsOf } from '../../rights/rights.queries.ts'
import { noticeSubjectOf } from '../notices/notice-subject.ts'
import { fillLetter, parseLetter } from './letter-template.ts'
import { letterTexts, valuesOfCase, type LetterValues } from './letter-values.ts'
import { findLetter, type LetterKey } from './notice-letters.queries.ts'

/** The letter that comes with the product. */
export function builtInLetter({ kind, channel, language }: LetterKey): WrittenLetter {
  const texts = letterTexts[language]
  return {
    subject: hasSubject(kind) ? texts.subject : null,
    text: texts[kind].replace('{ask}', () => texts.ask[channel]),
  }
}

/** The letter of the staff, otherwise the built-in one. */
export async function letterInForce(tx: Tx, key: LetterKey): Promise<WrittenLetter> {
  const changed = await findLetter(tx, key)
  return changed && changed.text !== null ? { subject: changed.subject, text: changed.text } : builtInLetter(key)
}

/** A letter with the values of a case, within the limits of a notice. */
export const filledLetter = ({ subject, text }: WrittenLetter, values: LetterValues) => ({
  subject: subject === null ? '' : asOneLine(fillLetter(parseLetter(subject), values), letterMax.subject),
  text: fillLetter(parseLetter(text), values).slice(0, letterMax.filled).toWellFormed(),
})

/** The answer to an earlier email, which it quotes. */
export const answerTo = (earlier: { subject: string; text: string }, text: string) => ({
  subject: asOneLine(`Re: ${earlier.subject.replace(/^(re: )+/i, '')}`, letterMax.subject),
  text: `${text}\n\n${earlier.text.replaceAll(/^/gm, '> ')}`,
})

/** The values of a case that letters of every kind have. */
export async function caseValues(tx: Tx, row: TakedownWithThreat, language: NoticeLanguage) {
  const company = await companyOf(tx, row.company_id)
  const rights = await rightsOf({ tx, company, fileHref: () => '' })
  return valuesOfCase({ subject: await noticeSubjectOf(tx, row), company: company.name, rights }, language)
}
