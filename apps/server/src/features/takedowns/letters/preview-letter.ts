import { recordFrom } from '@signet/contract/narrow'
import {
  hasSubject,
  letterPlaceholders,
  type LetterPlaceholder,
  type WrittenLetter,
} from '@signet/contract/takedowns/notice-letters'
import type { NoticeLanguage } from '@signet/contract/takedowns/attempts'
import { hourMs } from '@signet/contract/time'
import type { Context } from '../../../app/context.ts'
import { lastSentEmail, sentNotices } from '../notices/attempts.queries.ts'
import { dryRunSender } from '../notices/notice-channels.ts'
import { takedownOf } from '../takedown-detail.ts'
import { earlierOf, valuesOfCase, valuesOfRepeat, type LetterCase, type LetterValues } from './letter-values.ts'
import type { LetterKey } from './notice-letters.queries.ts'
import { answerTo, caseValues, filledLetter, letterInForce } from './write-letter.ts'

/** A case in which every placeholder has a value. */
function exampleCase(company: string): LetterCase {
  const now = Date.now()
  return {
    company,
    subject: {
      title: 'login-example.test',
      source: 'Domain',
      threatType: 'Phishing',
      address: 'https://login-example.test/account/',
      domain: 'login-example.test',
      fields: { address: '192.0.2.10', registrar: 'Example Registrar' },
      technique: null,
      brand: 'Example',
      officialHost: 'www.example.com',
      firstSeen: new Date(now - 50 * hourMs),
      lastSeen: new Date(now - hourMs),
      reachedAt: null,
      reference: '0a1b2c3d',
    },
    rights: {
      legalName: `${company} Ltd`,
      postalAddress: '',
      phone: '',
      signatory: 'Alex Morgan',
      signatoryTitle: 'Head of Legal',
      email: '',
      accounts: [],
      trademarks: [{ name: 'EXAMPLE', office: 'EUIPO', number: '012345678', classes: [9, 36], expiresOn: null }],
      version: 0,
    },
  }
}

const senderOf = ({ mailFrom }: Context['installation']) => (mailFrom?.name || mailFrom?.address) ?? dryRunSender.name

/** The values of the example case, for any letter. */
export function exampleValues(
  { company, installation }: Context,
  language: NoticeLanguage,
): Record<LetterPlaceholder, string> {
  const reported = new Date(Date.now() - 48 * hourMs)
  const values: LetterValues = {
    ...valuesOfCase(exampleCase(company.name), language),
    ...valuesOfRepeat({ reported, seen: new Date(), state: 'active', providerReference: 'T-4711' }, language),
    sender: senderOf(installation),
    earlier: earlierOf([{ recipient: 'abuse@registrar.example', sentAt: reported }], language),
  }
  return recordFrom(letterPlaceholders, (name) => values[name] ?? '')
}

/**
 * An unsaved letter as it would be sent in a case, or in the example case. What a case hasn't got yet, such as an earlier notice to answer,
 * is that of the example.
 *
 * @throws AppError `NOT_FOUND` if the takedown is outside the company
 */
export async function previewOf(
  context: Context,
  key: LetterKey,
  letter: WrittenLetter,
  takedownId: string | undefined,
): Promise<{ subject: string; text: string }> {
  const { tx, company } = context
  const { kind, language } = key
  const values: Record<LetterPlaceholder, string | null> = exampleValues(context, language)
  let earlier: { subject: string; text: string } | null = null
  if (takedownId !== undefined) {
    const row = await takedownOf(context, takedownId)
    Object.assign(values, await caseValues(tx, row, language))
    const sent = await sentNotices(tx, company.id, row.id)
    if (sent.length > 0) values.earlier = earlierOf(sent, language)
    const last = await lastSentEmail(tx, company.id, row.id)
    if (last) {
      const { sentAt: reported, reference: providerReference } = last
      Object.assign(
        values,
        valuesOfRepeat({ reported, providerReference, seen: new Date(), state: 'active' }, language),
      )
      earlier = last
    }
  }
  const filled = filledLetter(letter, values)
  if (hasSubject(kind)) return filled
  return answerTo(earlier ?? filledLetter(await letterInForce(tx, { ...key, kind: 'request' }), values), filled.text)
}
