import { severityFloors } from '@signet/contract/threats/severity-bands'
import { buffer } from 'node:stream/consumers'
import { sources } from '@signet/contract/threats/sources'
import { isOneOf } from '@signet/contract/narrow'
import { judgeForEach, withPicture, type ObservationVerdict, type Watch } from '@signet/detection'
import type { JobParts } from '../../../app/jobs.ts'
import type { TipDetails } from '../../../db/columns.ts'
import type { Tx } from '../../../db/database.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { insertEvidence } from '../../evidence/evidence.queries.ts'
import { judgedOf, type JudgedCompanies } from '../connectors/store-observations.ts'
import { threatOfObservation } from '../connectors/threat-of-observation.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { nothingShown, readShown, type Shown } from './read-shown.ts'
import { reportedThings, type ReportedThing } from './reported-things.ts'
import {
  changeTip,
  endJudging,
  findReport,
  linkThreats,
  queuedWithinHour,
  threatsAmong,
  type TipReportRow,
  type TipRow,
} from './tips.queries.ts'

/** The queue of a company takes this many reported things within an hour; the others wait in the list of reports. */
export const queuedPerHour = 30

type Parts = Pick<JobParts, 'database' | 'files' | 'lookUps' | 'enqueue' | 'textModel'>

/**
 * Judges what a report names, like everything that connectors find: what is the company's own or allowed is counted, what the detector
 * finds goes to the review queue, and everything else to the list of reports. What a reviewer dismissed stays dismissed.
 */
export async function judgeTip(
  parts: Parts,
  { companyId, reportId }: { companyId: number; reportId: string },
): Promise<void> {
  const { database, lookUps, enqueue } = parts
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const first = await inCompany((tx) => findReport(tx, companyId, reportId))
  if (!first || first.report.judged_at) return
  const shown = first.tip.state === 'dismissed' ? nothingShown : await readPicture(parts, first.report)
  await inCompany(async (tx) => {
    const found = await findReport(tx, companyId, reportId)
    if (!found || found.report.judged_at) return
    const { report, tip } = found
    if (tip.state !== 'dismissed') {
      const mayQueue = tip.state === 'threat' || (await queuedWithinHour(tx, companyId, queuedPerHour)) < queuedPerHour
      const context = { tx, files: parts.files, enqueue: lookUps ? enqueue : undefined }
      await keepThings(context, { tip, report, shown, isThreat: ({ isFound }) => isFound && mayQueue })
    }
    await endJudging(tx, report)
  })
}

async function readPicture(parts: Parts, { company_id: companyId, sha256 }: TipReportRow): Promise<Shown> {
  const stream = sha256 === null ? null : await parts.files.open(sha256)
  if (!stream) return nothingShown
  const [shown = nothingShown] = await readShown(parts, companyId, [await buffer(stream)])
  return shown
}

/** A screenshot of a message says what people would otherwise have to type. */
const detailsWith = ({ details }: TipReportRow, { text }: Shown): TipDetails =>
  text === '' ? details : { ...details, text: `${details.text}\n${text}`.trim() }

/** A reported thing as the threat that it would be. */
interface Candidate {
  threat: IngestedThreat
  /** Whether the detector found it. */
  isFound: boolean
}

interface Keeping {
  tip: TipRow
  report: TipReportRow
  shown: Shown
  /** Which things become threats. */
  isThreat: (candidate: Candidate) => boolean
}

/**
 * Stores those things of a report that become threats, and what the others are.
 *
 * @returns the ids of the threats that the report is
 */
export async function keepThings(
  context: { tx: Tx; files: JobParts['files']; enqueue: JobParts['enqueue'] | undefined },
  { tip, report, shown, isThreat }: Keeping,
): Promise<string[]> {
  const { tx, enqueue } = context
  const { company_id: companyId } = tip
  const { judged } = await judgedOf(tx, [companyId])
  const own = judged.companies.get(companyId)?.own
  if (!own) throw new Error(`the assets of company ${companyId} weren't read`)
  const now = new Date()
  const candidates = reportedThings(detailsWith(report, shown), shown.codes).map((thing) =>
    candidateOf(judged, companyId, thing, shown, now),
  )
  const chosen = new Set(candidates.filter((one) => isThreat(one)).map(({ threat }) => threat))
  const findings = candidates.map(({ threat }) => threat)
  const { kept } = await storeFindings(tx, companyId, findings, {
    own,
    enqueue,
    now,
    isThreat: (one) => chosen.has(one),
  })
  // Also those that were known before, wherever they came from.
  const threatIds = await threatsAmong(tx, companyId, kept)
  await linkThreats(tx, tip, threatIds)
  const scores = candidates
    .filter(({ threat, isFound }) => isFound && kept.includes(threat))
    .map(({ threat }) => threat.score)
  await changeTip(tx, tip, {
    score: scores.length > 0 ? Math.max(...scores) : tip.score,
    ...stateAfter(tip, { threats: threatIds.length, named: findings.length, kept: kept.length }, now),
  })
  await addPicture(context, report, threatIds)
  return threatIds
}

function stateAfter(
  { state, queued_at: queuedAt }: TipRow,
  { threats, named, kept }: { threats: number; named: number; kept: number },
  now: Date,
): Pick<Partial<TipRow>, 'state' | 'queued_at'> {
  if (threats > 0) return { state: 'threat', queued_at: queuedAt ?? now }
  if (state === 'threat') return {}
  return { state: named > 0 && kept === 0 ? 'suppressed' : 'waiting' }
}

/** Judges a reported thing; what the detector doesn't find has a score all the same, since a person reported it. */
export function candidateOf(
  { watch, companies }: JudgedCompanies,
  companyId: number,
  thing: ReportedThing,
  shown: Shown,
  now: Date,
): Candidate {
  const verdict = verdictOf(watch, String(companyId), thing)
  const judged = verdict && withPicture(verdict, shown)
  const brandIds = companies.get(companyId)?.brandIds ?? new Map<string, string>()
  const { observation, identity } = thing
  const { source, fields } = observation
  const as = { ...(judged ?? manualVerdict(thing)), kind: 'threat' as const, source, fields }
  return { threat: threatOfObservation(identity, observation, as, brandIds, now), isFound: judged !== null }
}

/** What it is judged as: by what it shows itself, or by the message that leads to it. */
function verdictOf(watch: Watch, owner: string, { observation, message }: ReportedThing): ObservationVerdict | null {
  const itself = judgeForEach(watch, observation).get(owner)
  const ofMessage = message ? judgeForEach(watch, message).get(owner) : undefined
  if (!ofMessage || (itself && itself.score >= ofMessage.score)) return itself ?? null
  const { types } = sources[observation.source]
  return { ...ofMessage, threatType: isOneOf(types, ofMessage.threatType) ? ofMessage.threatType : types[0] }
}

/** As a reviewer adds it: without a reason of the detector. */
const manualVerdict = ({ observation }: ReportedThing): ObservationVerdict => ({
  brandId: null,
  threatType: sources[observation.source].types[0],
  score: severityFloors.Medium / 100,
  indicators: [],
})

/** The picture becomes evidence of what it shows. */
async function addPicture(
  { tx, files }: { tx: Tx; files: JobParts['files'] },
  { company_id: companyId, sha256, picture, created_at: capturedAt }: TipReportRow,
  threatIds: readonly string[],
): Promise<void> {
  if (sha256 === null || !picture || threatIds.length === 0) return
  await holdBytes({ tx, files }, { sha256 })
  const { type, size } = picture
  const name = `report.${type === 'image/png' ? 'png' : 'jpg'}`
  for (const threatId of threatIds) {
    const file = { companyId, threatId, kind: 'upload' as const, name, type, size, sha256, capturedAt }
    await insertEvidence(tx, { ...file, shown: { sha256, type, size } })
  }
}
