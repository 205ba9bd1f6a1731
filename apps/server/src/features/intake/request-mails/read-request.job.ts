import type { JobParts } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { publishEvent } from '../../notifications/live-events.queries.ts'
import { endReading, filesOfRequest, lockRequest } from '../../requests/requests.queries.ts'
import { scoreOfSeverity, severityOfScore } from '../../threats/found/severity-of-score.ts'
import { judgedOf } from '../connectors/store-observations.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import { candidateOf } from '../tips/judge-tip.job.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { thingsOfRequest } from '../tips/reported-things.ts'
import { threatsAmong } from '../tips/tips.queries.ts'
import { addMailsAsEvidence, judgeMails, readMails } from './mails-of-request.ts'

/** Of one request. */
const findingsMax = 60

const keyOf = ({ source, fingerprint }: IngestedThreat) => `${source} ${fingerprint.toString('hex')}`

/**
 * Finds out what a request and the emails among its files report. Each thing enters the review queue as a threat, or is linked to the
 * threat that it is already; what the company owns, allows or suppresses by a rule is listed on the request.
 */
export async function readRequest(
  {
    database,
    files,
    lookUps,
    enqueue,
    textModel,
  }: Pick<JobParts, 'database' | 'files' | 'lookUps' | 'enqueue' | 'textModel'>,
  { companyId, requestId }: { companyId: number; requestId: string },
): Promise<void> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const read = await readMails(
    { files, textModel: textModel ?? null },
    await inCompany((tx) => filesOfRequest(tx, companyId, requestId)),
  )
  await inCompany(async (tx) => {
    const request = await lockRequest(tx, companyId, requestId)
    if (!request || request.read_at) return
    const { judged } = await judgedOf(tx, [companyId])
    const own = judged.companies.get(companyId)?.own
    if (!own) throw new Error(`the assets of company ${companyId} weren't read`)
    const now = new Date()
    const nothingShown = { agreement: null, codes: [], text: '' }
    const named = thingsOfRequest(request).map(
      (thing) => candidateOf(judged, companyId, thing, nothingShown, now).threat,
    )
    const mails = await judgeMails(tx, companyId, read, now)
    const distinct = new Map<string, IngestedThreat>()
    for (const threat of [...named, ...mails.flatMap((mail) => mail.findings)])
      if (!distinct.has(keyOf(threat))) distinct.set(keyOf(threat), threat)
    const findings = [...distinct.values()].slice(0, findingsMax).map((threat) => {
      const score = Math.max(threat.score, request.severity ? scoreOfSeverity[request.severity] : 0)
      return { ...threat, score, severity: severityOfScore(score) }
    })
    const { kept } = await storeFindings(tx, companyId, findings, { own, enqueue: lookUps ? enqueue : undefined, now })
    const suppressed = findings.filter((threat) => !kept.includes(threat)).map(({ title }) => title)
    const keptKeys = new Set(kept.map(keyOf))
    await addMailsAsEvidence({ tx, files }, companyId, mails, (threat) => keptKeys.has(keyOf(threat)))
    const data = { requestId, status: request.status }
    await publishEvent(tx, { companyId, type: 'request.changed', data })
    await endReading(tx, request, { threatIds: await threatsAmong(tx, companyId, kept), suppressed })
  })
}
