import { splitName, type KnownMail } from '@signet/detection'
import { caseReferencesIn } from '@signet/contract/takedowns/cases'
import type { MailMatch } from '@signet/contract/takedowns/replies'
import type { Tx } from '../../db/database.ts'
import { readMessageId } from '../mail/send-mail.job.ts'
import type { ReadMail } from './read-mail.ts'
import { attemptsNumberedIn, casesWithIds, openAttemptsTo, sentAttempts } from './match-mail.queries.ts'

/** The case of an email. */
export interface Match {
  takedownId: string
  attemptId: string | null
  matchedBy: MailMatch
  /** See `CaseMail.isVerified`. */
  isVerified: boolean
}

const referencesMax = 20

/**
 * Finds the case of an email within its company, by what is hardest to guess first: a Message-ID of ours, which only the recipient of the
 * notice has; then the reference of a case or the provider's case number; then the address that a notice was sent to.
 */
export async function matchMail(tx: Tx, companyId: number, mail: ReadMail, known: KnownMail): Promise<Match | null> {
  return (
    (await byMessageId(tx, companyId, mail, known)) ??
    (await byReference(tx, companyId, mail)) ??
    (await byAddress(tx, companyId, known.bounce?.recipients[0] ?? mail.from))
  )
}

async function byMessageId(
  tx: Tx,
  companyId: number,
  mail: ReadMail,
  { bounce, returnedIds }: KnownMail,
): Promise<Match | null> {
  const ids = [...mail.answers, ...returnedIds].flatMap((id) => readMessageId(id) ?? [])
  const mailIds = ids.filter((id) => id.companyId === companyId).map(({ mailId }) => mailId)
  if (mailIds.length === 0) return null
  const attempts = await sentAttempts(tx, companyId).where('mail_id', 'in', mailIds).execute()
  const attempt = mailIds.flatMap((id) => attempts.find(({ mail_id: mailId }) => mailId === id) ?? [])[0]
  if (!attempt) return null
  // A report comes from any mail server on the way, but names the address that failed.
  const isFromRecipient = bounce
    ? bounce.recipients.length === 0 || bounce.recipients.includes(attempt.recipient)
    : isSameDomain(mail.from, attempt.recipient)
  return {
    takedownId: attempt.takedown_id,
    attemptId: attempt.id,
    matchedBy: 'messageId',
    isVerified: isFromRecipient && !failsDmarc(mail),
  }
}

async function byReference(tx: Tx, companyId: number, mail: ReadMail): Promise<Match | null> {
  const references = caseReferencesIn(`${mail.subject}\n${mail.text}`).slice(0, referencesMax)
  const cases = await casesWithIds(tx, companyId, references)
  const numbered = await attemptsNumberedIn(tx, companyId, mail.subject.toLowerCase())
  return onlyCase(tx, companyId, [...cases, ...numbered.map((one) => one.takedown_id)], mail.from, 'reference')
}

async function byAddress(tx: Tx, companyId: number, address: string | null): Promise<Match | null> {
  if (address === null) return null
  const attempts = await openAttemptsTo(tx, companyId, address)
  return onlyCase(
    tx,
    companyId,
    attempts.map((one) => one.takedown_id),
    address,
    'address',
  )
}

/** A match only if it is one case: a person assigns everything else. */
async function onlyCase(
  tx: Tx,
  companyId: number,
  takedownIds: readonly string[],
  from: string | null,
  matchedBy: MailMatch,
): Promise<Match | null> {
  const [takedownId, ...others] = new Set(takedownIds)
  if (takedownId === undefined || others.length > 0) return null
  return { takedownId, attemptId: await attemptOf(tx, companyId, takedownId, from), matchedBy, isVerified: false }
}

/** The latest notice of a case to the domain of an address. Index: takedown_attempts_takedown. */
export async function attemptOf(
  tx: Tx,
  companyId: number,
  takedownId: string,
  from: string | null,
): Promise<string | null> {
  const attempts = await sentAttempts(tx, companyId).where('takedown_id', '=', takedownId).execute()
  return attempts.find(({ recipient }) => isSameDomain(from, recipient))?.id ?? null
}

/** Providers answer from other addresses of their domain. */
function isSameDomain(from: string | null, recipient: string): boolean {
  const [a, b] = [domainOf(from ?? ''), domainOf(recipient)]
  return a !== '' && a === b
}

function domainOf(address: string): string {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const { registrable, hostedAt } = splitName(host)
  return registrable !== '' && hostedAt === '' ? registrable : host
}

/** What the receiving mail server found (RFC 8601). A forged result can only make an email less trusted. */
const failsDmarc = ({ headers }: ReadMail) =>
  /\bdmarc=(?:fail|permerror)\b/i.test(headers['authentication-results'] ?? '')
