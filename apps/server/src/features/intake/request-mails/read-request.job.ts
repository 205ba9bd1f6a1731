import type { JobParts } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { publishEvent } from '../../notifications/live-events.queries.ts'
import {
  endReading,
  filesOfRequest,
  findRequest,
  lockRequest,
  type RequestRow,
} from '../../requests/requests.queries.ts'
import { scoreOfSeverity, severityOfScore } from '../../threats/found/severity-of-score.ts'
import { threatsInReview } from '../../threats/found/threats-in-review.queries.ts'
import { judgedOf, type JudgedCompanies } from '../connectors/store-observations.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import { candidateOf } from '../tips/judge-tip.job.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { nothingShown, type Shown } from '../tips/read-shown.ts'
import { messageOfRequest, thingsOfPicture, thingsOfRequest } from '../tips/reported-things.ts'
import { threatsAmong } from '../tips/tips.queries.ts'
import { addMailsAsEvidence, judgeMails, readMails } from './mails-of-request.ts'
import { addPicturesAsEvidence, readPicturesAmong } from './pictures-of-request.ts'

/** Of one request. */
const findingsMax = 60

const keyOf = ({ source, fingerprint }: IngestedThreat) => `${source} ${fingerprint.toString('hex')}`

/**
 * Finds out what a request reports, and the emails and pictures among its files. Each thing enters the review queue as a threat, or is
 * linked to the threat that it is already; what the company owns, allows or suppresses by a rule is listed on the request.
 */
export async function readRequest(
  parts: Pick<JobParts, 'database' | 'files' | 'lookUps' | 'enqueue' | 'textModel'>,
  { companyId, requestId }: { companyId: number; requestId: string },
): Promise<void> {
  const { database, files, lookUps, enqueue, textModel = null } = parts
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const sent = await inCompany(async (tx) => {
    const request = await findRequest(tx, companyId, requestId)
    return request && !request.read_at ? filesOfRequest(tx, companyId, requestId) : null
  })
  if (!sent) return
  const read = await readMails({ files, textModel }, sent)
  const pictures = await readPicturesAmong(parts, companyId, sent)
  await inCompany(async (tx) => {
    const request = await lockRequest(tx, companyId, requestId)
    if (!request || request.read_at) return
    const { judged } = await judgedOf(tx, [companyId])
    const own = judged.companies.get(companyId)?.own
    if (!own) throw new Error(`the assets of company ${companyId} weren't read`)
    const now = new Date()
    const named = namedBy(
      request,
      pictures.map(({ shown }) => shown),
      { judged, companyId, now },
    )
    const mails = await judgeMails(tx, companyId, read, now)
    const distinct = distinctAmong([...named, ...mails.flatMap((mail) => mail.findings)])
    const findings = distinct.slice(0, findingsMax).map((threat) => {
      const score = Math.max(threat.score, request.severity ? scoreOfSeverity[request.severity] : 0)
      return { ...threat, score, severity: severityOfScore(score) }
    })
    const { kept } = await storeFindings(tx, companyId, findings, { own, enqueue: lookUps ? enqueue : undefined, now })
    const suppressed = findings.filter((threat) => !kept.includes(threat)).map(({ title }) => title)
    const keptKeys = new Set(kept.map(keyOf))
    await addMailsAsEvidence({ tx, files }, companyId, mails, (threat) => keptKeys.has(keyOf(threat)))
    const data = { requestId, status: request.status }
    await publishEvent(tx, { companyId, type: 'request.changed', data })
    const threatIds = await threatsAmong(tx, companyId, kept)
    const reported = await threatsInReview(tx, companyId, threatIds)
    const newIds = new Set(kept.map(({ id }) => id))
    // A threat that was known and isn't published gets nothing: the client can't open it.
    const illustrated = reported.filter(({ id, stage }) => newIds.has(id) || stage === 'published')
    await addPicturesAsEvidence({ tx, files }, companyId, pictures, illustrated)
    await endReading(tx, request, { threatIds, suppressed })
  })
}

/** What the words of a request name, then what its pictures name. */
function namedBy(
  request: RequestRow,
  pictures: readonly Shown[],
  { judged, companyId, now }: { judged: JudgedCompanies; companyId: number; now: Date },
): IngestedThreat[] {
  const message = messageOfRequest(request, pictures)
  const inWords = thingsOfRequest(request, message)
  // The picture of a report that lists several things can show any of them.
  const [ofAll = nothingShown] = inWords.length === 1 ? pictures : []
  const things = [
    ...inWords.map((thing) => ({ thing, shown: ofAll })),
    ...pictures.flatMap((shown) => thingsOfPicture(shown, request, message).map((thing) => ({ thing, shown }))),
  ]
  return things.map(({ thing, shown }) => candidateOf(judged, companyId, thing, shown, now).threat)
}

/** Each thing once, as it was found with the most reasons. */
function distinctAmong(threats: readonly IngestedThreat[]): IngestedThreat[] {
  const distinct = new Map<string, IngestedThreat>()
  for (const threat of threats) {
    const known = distinct.get(keyOf(threat))
    if (!known || threat.indicators.length > known.indicators.length) distinct.set(keyOf(threat), threat)
  }
  return [...distinct.values()]
}
