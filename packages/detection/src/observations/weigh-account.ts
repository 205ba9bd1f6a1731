import { ScoreSheet } from '../score/score.ts'
import type { IndicatorName } from '../score/indicators.ts'
import type { ContextKind } from './contexts.ts'
import {
  ageDaysOf,
  destinationOf,
  type Destination,
  type NameEvidence,
  foreignAccounts,
  foreignPhones,
} from './evidence.ts'
import type { LureKind } from './lures.ts'
import type { Resemblance } from './resemblance.ts'

/** Points of a brand name in disguise, for every kind of observation. */
export const disguisedPoints = 14

/** Points of 100, set manually; docs/quality.md says how they do. */
const points = {
  name: { whole: 34, role: 40, part: 18, misspelt: 22, misspeltRole: 34 },
  handle: { whole: 22, role: 26, part: 12, misspelt: 18, misspeltRole: 28 },
  /** Of the account name if the displayed name already counts. */
  secondShare: 0.5,
  /** Of the name of the author of a post. */
  authorShare: 0.6,
  person: 26,
  mention: 14,
  claimedRole: 4,
  ordinary: -20,
  verified: -40,
  /** X sells its badges. */
  soldBadge: -12,
  unverified: 4,
  recentDays: [
    [30, 12],
    [90, 6],
  ],
  oldDays: 730,
  old: -10,
  few: 6,
  asymmetric: 6,
  many: -8,
  phone: 14,
  account: 16,
  officialOnly: -30,
  warningOnly: -20,
  answersComplaints: -4,
} as const

const lurePoints: Readonly<Record<LureKind, readonly [IndicatorName, number]>> = {
  secret: ['Asks for secrets', 28],
  payment: ['Asks for a payment', 20],
  fee: ['Fee before a benefit', 24],
  urgency: ['Threatens a block or deadline', 10],
  support: ['Offers support', 14],
  prize: ['Promises a prize', 16],
  profit: ['Promises profit or instant credit', 20],
  install: ['Offers an app to install', 22],
  job: ['Offers easy work', 12],
  sale: ['Sells accounts or data', 38],
}

const contextPoints: Readonly<Record<ContextKind, readonly [IndicatorName, number]>> = {
  unofficial: ['Says it is not official', -45],
  complaint: ['Complaint or protest', -28],
  warning: ['Warns of fraud', -32],
  question: ['Asks a question', -14],
  news: ['News or review', -16],
  career: ['Profile of an employee', -35],
}

const destinationPoints: Readonly<Partial<Record<Destination, readonly [IndicatorName, number]>>> = {
  lookAlike: ['Leads to a look-alike address', 36],
  branded: ['Leads to a foreign address with the brand', 28],
  messenger: ['Leads to a messenger', 12],
  short: ['Leads to a short link', 12],
  free: ['Leads to free hosting', 12],
  other: ['Leads to a foreign site', 8],
}

/** Weighs what a name, an account name and their words say. */
function addResemblance(sheet: ScoreSheet, evidence: NameEvidence, share = 1): void {
  const { name, handle, watched } = evidence
  // The name of a business account is whose number it is.
  const isBusiness = evidence.read.observation.source === 'WhatsApp' && name?.isLeading === true && !watched.isOrdinary
  const role = evidence.role ?? (isBusiness ? 'business account' : null)
  if (watched.brandId === null) {
    if (name?.degree === 'whole' || name?.degree === 'part')
      sheet.add('Name of a watched person', points.person, name.text)
    return
  }
  const of = (kind: 'name' | 'handle', like: Resemblance) => {
    const table = points[kind]
    if (like.degree === 'misspelt') return role ? table.misspeltRole : table.misspelt
    return like.degree === 'whole' ? table.whole : role ? table.role : table.part
  }
  const round = (value: number) => Math.round(value * share)
  if (name)
    sheet.add(
      name.degree === 'misspelt'
        ? 'Misspelt brand as its name'
        : name.degree === 'whole'
          ? 'Brand as its name'
          : 'Brand in its name',
      round(of('name', name)),
      name.text,
    )
  if (handle)
    sheet.add('Brand in the account name', round(of('handle', handle) * (name ? points.secondShare : 1)), handle.text)
  if (role) sheet.add('Claims an official role', round(points.claimedRole), role)
  const disguised = [name, handle, ...evidence.mentions].find((each) => each?.isDisguised)
  if (disguised) sheet.add('Disguised brand name', disguisedPoints, disguised.text)
}

/** A mention of an everyday word isn't one of the brand, unless its whole name, its address or a role says so. */
export function addOrdinary(
  sheet: ScoreSheet,
  { watched, name, handle, mentions, role, read, company }: NameEvidence,
): void {
  if (!watched.isOrdinary || role) return
  const isCertain = [name, handle, ...mentions].some((each) => each?.isFullName || each?.isDisguised)
  const hasHost = company.domains.some((domain) => read.plain.includes(domain))
  if (!isCertain && !hasHost) sheet.add('Brand is a common word', points.ordinary, watched.name)
}

/**
 * Weighs the words of a text: lures for a threat, and what honest texts say against one.
 *
 * @param lureMin the points of a lure at least
 */
export function addWords(sheet: ScoreSheet, { read, name }: Pick<NameEvidence, 'read' | 'name'>, lureMin = 0): void {
  for (const { kind, words } of read.lures) {
    const [indicator, value] = lurePoints[kind]
    sheet.add(indicator, Math.max(value, lureMin), words)
  }
  for (const { kind, words } of read.contexts) {
    const [indicator, value] = contextPoints[kind]
    // An account with the name of the brand that answers complaints makes none.
    const isOwnName = kind === 'complaint' && name?.degree === 'whole'
    sheet.add(indicator, isOwnName ? points.answersComplaints : value, words)
  }
}

/** Weighs where an observation leads and what it asks to be paid to. */
export function addContacts(sheet: ScoreSheet, evidence: NameEvidence): void {
  const { read } = evidence
  const destinations = read.addresses.map((address) => ({ address, to: destinationOf(evidence, address) }))
  const counted = new Set<IndicatorName>()
  for (const { address, to } of destinations) {
    const [name, value] = destinationPoints[to] ?? []
    if (name === undefined || value === undefined || counted.has(name)) continue
    counted.add(name)
    sheet.add(name, value, address.host)
  }
  const [phone] = foreignPhones(evidence)
  if (phone !== undefined) sheet.add('Foreign phone number', points.phone, phone)
  const [account] = foreignAccounts(evidence)
  if (account !== undefined) sheet.add('Foreign payment account', points.account, account)
  const isHome = destinations.length > 0 && destinations.every(({ to }) => to === 'own')
  const hasOther = phone !== undefined || account !== undefined
  if (isHome && !hasOther) sheet.add('Leads to official sites only', points.officialOnly, destinations[0]?.address.host)
  const warning = read.contexts.find(({ kind }) => kind === 'warning')
  const isAnswerable = hasOther || destinations.some(({ to }) => to !== 'own' && to !== 'platform')
  if (warning && !isAnswerable) sheet.add('Warns of fraud', points.warningOnly, 'without a contact')
}

/** Followers that are few, and many. */
const [fewFollowers, manyFollowers] = [100, 5000]
const followingMin = 200
const asymmetry = 5

/** Weighs what the provider says about an account. */
function addAccount(sheet: ScoreSheet, evidence: NameEvidence): void {
  const { account } = evidence.read.observation
  if (!account) return
  const { followers, following, isVerified } = account
  if (isVerified)
    sheet.add('Verified account', evidence.read.observation.source === 'Twitter' ? points.soldBadge : points.verified)
  else sheet.add('Unverified account', points.unverified)
  const age = ageDaysOf(evidence)
  const recent = age === null ? undefined : points.recentDays.find(([days]) => age <= days)
  if (recent) sheet.add('Created recently', recent[1], account.createdAt?.slice(0, 10))
  else if (age !== null && age >= points.oldDays) sheet.add('Old account', points.old, account.createdAt?.slice(0, 10))
  if (followers === null) return
  if (followers < fewFollowers) sheet.add('Few followers', points.few, String(followers))
  else if (followers >= manyFollowers) sheet.add('Many followers', points.many, String(followers))
  if (following !== null && following >= followingMin && following > followers * asymmetry)
    sheet.add('Follows more than it is followed', points.asymmetric, `${following} to ${followers}`)
}

/** A profile, group or channel. */
export function weighProfile(evidence: NameEvidence): ScoreSheet | null {
  const { name, handle, mentions, watched } = evidence
  const isNamed = name !== null || handle !== null
  // A person's name is only a reason where the company is named too, which tells them from a namesake.
  if (!isNamed || (watched.brandId === null && !namesCompany(evidence))) {
    return mentions.length > 0 && watched.brandId !== null ? weighPost(evidence) : null
  }
  const sheet = new ScoreSheet()
  addResemblance(sheet, evidence)
  addMention(sheet, evidence)
  addOrdinary(sheet, evidence)
  addAccount(sheet, evidence)
  addWords(sheet, evidence)
  addContacts(sheet, evidence)
  return sheet
}

/** A post or message: what it says decides, not that it names the brand. */
export function weighPost(evidence: NameEvidence): ScoreSheet | null {
  if (evidence.watched.brandId === null && !namesCompany(evidence)) return null
  const sheet = new ScoreSheet()
  addResemblance(sheet, evidence, points.authorShare)
  addMention(sheet, evidence)
  addOrdinary(sheet, evidence)
  addAccount(sheet, evidence)
  addWords(sheet, evidence)
  addContacts(sheet, evidence)
  return sheet
}

/** Weighs that the text names the brand, or the company of a watched person. */
function addMention(sheet: ScoreSheet, { mentions, watched }: NameEvidence): void {
  const [mention] = mentions
  if (mention || watched.brandId === null) sheet.add('Brand in the text', points.mention, mention?.text)
}

/** Whether a text names the company of what is watched. */
export const namesCompany = ({ company, read }: NameEvidence) => {
  const plain = ` ${read.plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return company.names.some((name) => plain.includes(` ${name.toLowerCase()} `))
}
