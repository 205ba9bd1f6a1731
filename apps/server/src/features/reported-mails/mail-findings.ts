import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isOneOf } from '@signet/contract/narrow'
import type { Indicator } from '@signet/contract/threats/findings'
import { severityOfRank } from '@signet/contract/threats/severities'
import { severityFloors } from '@signet/contract/threats/severity-bands'
import { sources, type ThreatSource } from '@signet/contract/threats/sources'
import { compileWatch, contactsIn, judgeObservation, type ObservationVerdict } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import { findAssets, findBrandIds } from '../assets/assets.queries.ts'
import { readOrProblem, type ReadThreat } from '../threats/found/entered-threat.ts'
import { fingerprintOf } from '../threats/found/finding-threat.ts'
import { identifiedAs } from '../threats/found/identified-as.ts'
import { severityOfScore } from '../threats/found/severity-of-score.ts'
import { observationsIn } from './observe-reported-mail.ts'
import { readReportedMail, type ReportedMailContent } from './read-reported-mail.ts'
import { whatsAppNumber } from './whatsapp-number.ts'

/** One thing that an email names, as the threat that it would be. */
export interface FoundInMail {
  threat: ReadThreat<ThreatSource>
  /** 0 to 100. */
  score: number
  brandId: string | null
  /** Empty if the detector doesn't take it for a threat. */
  indicators: readonly Indicator[]
}

/** Of one email. */
const numbersMax = 20
/** Of a message, as a field of the threat. */
const messageMax = 2000

/**
 * Reads an email that a person uploaded, in separate child processes; takes seconds.
 *
 * @returns null if it can't be read, or is no email
 * @throws ChildFailure if the reader failed
 */
export async function readUploadedMail(
  bytes: Readable,
  textModel: string | null = null,
): Promise<ReportedMailContent | null> {
  const mail = await readReportedMail(await buffer(bytes), textModel)
  // What is no email at all has no sender, no subject and nothing in it.
  const isEmpty =
    mail?.codes.length === 0 &&
    mail.messages.every(({ subject, text, links }) => subject + text === '' && links.length === 0)
  return isEmpty ? null : mail
}

/**
 * What an email names, as the threats of a company: its links, phone numbers and payment accounts, each once, those that the detector takes
 * for threats first. The same thing in the abuse mailbox is the same threat.
 */
export async function findingsOfMail(tx: Tx, companyId: number, mail: ReportedMailContent): Promise<FoundInMail[]> {
  const watch = compileWatch(await findAssets(tx, companyId))
  const brandIds = await findBrandIds(tx, companyId)
  const findings = new Map<string, FoundInMail>()
  for (const observation of [...observationsIn(mail), ...numbersIn(mail)]) {
    const verdict = judgeObservation(watch, observation)
    const finding = findingOf(observation, verdict, brandIds)
    if (!finding) continue
    const key = keyOf(finding)
    // An address is judged by itself and by what the email says about it.
    if (finding.score > (findings.get(key)?.score ?? -1) || findings.get(key)?.indicators.length === 0)
      findings.set(key, finding)
  }
  const isFound = ({ indicators }: FoundInMail) => Number(indicators.length > 0)
  return [...findings.values()].toSorted((a, b) => isFound(b) - isFound(a) || b.score - a.score)
}

/** What a finding is called by calls, the same in every email. */
export const keyOf = ({ threat: { source, fingerprint } }: FoundInMail): string =>
  `${source}-${fingerprint.toString('hex')}`

/** Phone numbers, as the accounts of WhatsApp that they can be. */
function numbersIn({ messages }: ReportedMailContent): SourceObservation[] {
  const numbers = messages.flatMap(({ text }) =>
    contactsIn(text).phones.flatMap((written) => whatsAppNumber(written, text.slice(0, messageMax)) ?? []),
  )
  const byId = new Map(numbers.map((number) => [number.id, number]))
  // The name of the account, which is its title, isn't known.
  const titled = [...byId.values()].map((one) => ({ ...one, fields: { ...one.fields, ProfileName: one.id } }))
  return titled.slice(0, numbersMax)
}

/** @returns null for what can't be a threat of its source, such as a host without a domain */
function findingOf(
  observation: SourceObservation,
  verdict: ObservationVerdict | null,
  brandIds: ReadonlyMap<string, string>,
): FoundInMail | null {
  const { source, fields, url } = observation
  const { types } = sources[source]
  const scalars = Object.entries(fields).flatMap(([field, value]) =>
    typeof value === 'object' ? [] : [[field, value]],
  )
  const score = verdict ? Math.round(verdict.score * 100) : severityFloors.Medium
  const read = readOrProblem({
    source,
    threatType: verdict && isOneOf(types, verdict.threatType) ? verdict.threatType : types[0],
    severity: severityOfRank(severityOfScore(score)),
    fields: Object.fromEntries(scalars),
    ...(url === null ? {} : { url }),
  })
  if (!('fingerprint' in read)) return null
  const { identity } = identifiedAs(source === 'WhatsApp' ? 'whatsApp' : 'abuseMailbox', observation)
  return {
    threat: { ...read, fingerprint: fingerprintOf(source, identity) },
    score,
    brandId: (verdict?.brandId && brandIds.get(verdict.brandId)) || null,
    indicators: verdict?.indicators ?? [],
  }
}
