import { isoToday } from '@signet/contract/time'
import german from '@signet/contract/takedowns/notice-letters.de.json' with { type: 'json' }
import english from '@signet/contract/takedowns/notice-letters.en.json' with { type: 'json' }
import { isOneOf, keysIn } from '@signet/contract/narrow'
import type { Rights } from '@signet/contract/companies/rights'
import type { LetterPlaceholder } from '@signet/contract/takedowns/notice-letters'
import type { AssetState } from '@signet/contract/takedowns/asset-checks'
import type { NoticeLanguage } from '@signet/contract/takedowns/attempts'
import { fieldOf } from '@signet/contract/threats/sources'
import { asOneLine } from '../../mail/mail-address.ts'
import type { NoticeSubject } from '../notices/notice-subject.ts'
import { fillLetter, parseLetter, type Values } from './letter-template.ts'

/** The built-in letters and the texts of values. */
export const letterTexts: Readonly<Record<NoticeLanguage, typeof english>> = { en: english, de: german }

/** What the placeholders of a letter stand for. */
export type LetterValues = Values<LetterPlaceholder>

/** A case as letters name it. */
export interface LetterCase {
  subject: NoticeSubject
  /** The name of the company. */
  company: string
  rights: Omit<Rights, 'documents'>
}

const valueMax = 2000

/** The values that letters of every kind have. Each is one line, except `facts` and `trademarks`. */
export function valuesOfCase({ subject, company, rights }: LetterCase, language: NoticeLanguage) {
  const { facts: labels } = letterTexts[language]
  const { brand } = subject
  const trademarks = trademarksOf(rights, language)
  const one: LetterValues = {
    domain: subject.domain,
    brand,
    officialSite: officialSiteOf(subject),
    ip: fieldOf(subject.fields, 'address'),
    registrar: fieldOf(subject.fields, 'registrar'),
    firstSeen: minuteInUtc(subject.firstSeen),
    lastSeen: minuteInUtc(subject.lastSeen),
    company,
    ...signatoryOf(rights, company),
    reference: subject.reference,
    title: asOneLine(subject.title, 140),
    address: subject.address ?? subject.domain ?? subject.title,
  }
  const lines: [keyof typeof labels, string | null | undefined][] = [
    ['address', subject.address],
    ['domain', subject.domain],
    ['title', subject.address || subject.domain ? null : subject.title],
    ['brand', brand],
    ...trademarks.map((mark): [keyof typeof labels, string] => ['trademark', mark]),
    ['officialSite', one.officialSite],
    ['ip', one.ip],
    ['registrar', one.registrar],
    ['firstSeen', one.firstSeen],
    ['lastSeen', one.lastSeen],
  ]
  return {
    ...oneLineEach(one),
    facts: lines
      .flatMap(([label, value]) => (value ? `${labels[label]}: ${asOneLine(value, valueMax)}` : []))
      .join('\n'),
    trademarks: trademarks.join('\n') || null,
  } satisfies LetterValues
}

/** The values of what follows an earlier notice. */
export const valuesOfRepeat = (
  about: { reported: Date; providerReference: string | null; seen: Date; state: AssetState },
  language: NoticeLanguage,
) => {
  const { states } = letterTexts[language]
  return {
    reported: minuteInUtc(about.reported),
    seen: minuteInUtc(about.seen),
    state: states[isOneOf(keysIn(states), about.state) ? about.state : 'active'],
    providerReference: about.providerReference === null ? null : asOneLine(about.providerReference) || null,
  } satisfies LetterValues
}

/** The notices that were sent before, one on each line. */
export const earlierOf = (
  notices: readonly { recipient: string; sentAt: Date }[],
  language: NoticeLanguage,
): string => {
  const text = parseLetter(letterTexts[language].earlier)
  return notices
    .map(({ recipient, sentAt }) =>
      fillLetter(text, { recipient: asOneLine(recipient), reported: minuteInUtc(sentAt) }),
    )
    .join('\n')
}

/** The valid trademarks of a company, each on one line. */
export const trademarksOf = ({ trademarks }: Pick<Rights, 'trademarks'>, language: NoticeLanguage): string[] => {
  const text = parseLetter(letterTexts[language].trademark)
  return trademarks
    .filter(({ expiresOn }) => expiresOn === null || expiresOn >= isoToday())
    .map(({ name, office, number, classes }) =>
      asOneLine(fillLetter(text, { name, office, number, classes: classes.join(', ') || null }), valueMax),
    )
}

/** Who signs, with the position, and the company they sign for. */
export const signatoryOf = ({ signatory, signatoryTitle, legalName }: LetterCase['rights'], company: string) => ({
  signatory: signatory ? [signatory, signatoryTitle].filter(Boolean).join(', ') : null,
  owner: legalName || company,
})

export const officialSiteOf = ({ officialHost }: NoticeSubject) => (officialHost ? `https://${officialHost}/` : null)

/** An instant as notices write it; the text around it says that it is UTC. */
const minuteInUtc = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

const oneLineEach = (values: LetterValues): LetterValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : asOneLine(value, valueMax) || null]),
  )
