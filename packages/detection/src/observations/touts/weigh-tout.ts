import type { IndicatorName } from '../../score/indicators.ts'
import { ScoreSheet } from '../../score/score.ts'
import type { ContextKind } from '../contexts.ts'
import type { NameEvidence } from '../evidence.ts'
import { addContacts, addOrdinary, disguisedPoints } from '../weigh-account.ts'
import { isAtFaceValue, type Offer } from './read-offer.ts'
import type { ToutSign } from './tout-signs.ts'

/** Points of 100, set manually; docs/quality.md says how they do. */
const points = {
  name: 12,
  mention: 10,
  markup: 30,
  bulk: 22,
  some: 8,
  atCost: -50,
  withTool: -4,
} as const
/** From how many tickets an offer is none of a traveller, and from how many hardly one. */
const [bulkMin, someMin] = [6, 3]

/** What a text must be about, in addition to the brand. */
const subjects = ['goods', 'rush', 'tool', 'tips'] as const
/** What makes it an offer: without any of it, a brand next to a contact is somebody who poses as the company. */
const offering = ['sale', 'rush', 'bulk', 'accounts', 'tool', 'tips', 'agent'] as const

const signPoints: Readonly<Partial<Record<ToutSign, readonly [IndicatorName, number]>>> = {
  sale: ['Offers tickets for sale', 18],
  rush: ['Promises tickets that are sold out', 22],
  accounts: ['Books with many accounts', 20],
  tool: ['Uses a booking bot', 40],
  tips: ['Sells tips', 32],
  agent: ['Unlicensed seller', 16],
  payment: ['Asks for a payment', 12],
  wanted: ['Looks for tickets', -40],
  report: ['Speaks about touts', -60],
}

const contextPoints: Readonly<Record<ContextKind, readonly [IndicatorName, number]>> = {
  unofficial: ['Says it is not official', -20],
  complaint: ['Complaint or protest', -40],
  warning: ['Warns of fraud', -50],
  question: ['Asks a question', -6],
  news: ['News or review', -30],
  career: ['Profile of an employee', -35],
}

/** Whether tickets, entries or tips of the brand are sold, and how; null for a text that offers none. */
export function weighTout(
  evidence: NameEvidence,
  { signs, offer }: { signs: ReadonlyMap<ToutSign, string>; offer: Offer },
): ScoreSheet | null {
  const isOffer = offer.markup !== null || offering.some((sign) => signs.has(sign))
  if (!isOffer || !subjects.some((sign) => signs.has(sign))) return null
  const sheet = new ScoreSheet()
  addBrand(sheet, evidence)
  for (const [sign, words] of signs) {
    const [name, value] = signPoints[sign] ?? []
    if (name !== undefined && value !== undefined) sheet.add(name, value, words)
  }
  if (offer.markup !== null) sheet.add('Sells above face value', points.markup, offer.markup)
  addQuantity(sheet, signs, offer)
  const isCheap = offer.markup === null && (signs.has('atCost') || isAtFaceValue(offer))
  if (isCheap && (offer.quantity ?? 1) < bulkMin)
    sheet.add('Offered at face value', points.atCost, signs.get('atCost') ?? String(offer.price))
  for (const { kind, words } of evidence.read.contexts) {
    const [name, value] = contextPoints[kind]
    // A guide to a bot is one too, and sellers ask whether somebody needs a seat.
    sheet.add(name, kind === 'news' && signs.has('tool') ? points.withTool : value, words)
  }
  addContacts(sheet, evidence)
  return sheet
}

function addBrand(sheet: ScoreSheet, evidence: NameEvidence): void {
  const { name, handle, mentions } = evidence
  const named = name ?? handle
  if (named) sheet.add(name ? 'Brand in its name' : 'Brand in the account name', points.name, named.text)
  const [mention] = mentions
  if (mention) sheet.add('Brand in the text', points.mention, mention.text)
  const disguised = [name, handle, ...mentions].find((each) => each?.isDisguised)
  if (disguised) sheet.add('Disguised brand name', disguisedPoints, disguised.text)
  addOrdinary(sheet, evidence)
}

function addQuantity(sheet: ScoreSheet, signs: ReadonlyMap<ToutSign, string>, { quantity }: Offer): void {
  const words = signs.get('bulk')
  if (quantity !== null && quantity >= bulkMin) sheet.add('Bulk offer', points.bulk, String(quantity))
  else if (words !== undefined) sheet.add('Bulk offer', points.bulk, words)
  else if (quantity !== null && quantity >= someMin) sheet.add('Bulk offer', points.some, String(quantity))
}
