import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ingestLimits, type IngestAnswer } from '@signet/contract/collection/ingest'
import type { ErrorDetail } from '@signet/contract/errors/errors'
import type { AnySource } from '@signet/contract/threats/sources'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { AppError, detailOf } from '../../../errors.ts'
import { compileOwnAssets, ownAssetOf, type CompiledRule, type OwnAssets } from '@signet/detection'
import type { KnownKey } from '../../api-keys/authenticate-key.ts'
import {
  findingKeyOf,
  suppressFindings,
  recordSuppressed,
  type FindingKey,
} from '../../allow-list/suppress-findings.ts'
import { findAssets, findBrandIds } from '../../assets/assets.queries.ts'
import { countOwnFindings, type OwnFinding } from '../../assets/own-findings.queries.ts'
import { knownAmong } from '../../allow-list/suppressions.queries.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { recordEffects, type RuleEffectRow } from '../../detection-rules/rule-effects.queries.ts'
import { rulesInForce, weighByRules } from '../../detection-rules/weigh-by-rules.ts'
import { readIngestLine, type IngestedThreat } from './ingest-line.ts'
import { linesOf } from './ingest-lines.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import { toutReasons } from '../../threats/found/reasons-of-touts.ts'
import { ingestRowOf, setProgress, openJob, putIngested, type IngestJobRow, type IngestRow } from './ingest.queries.ts'

/** A batch is one statement and one commit; large lines fill it by their size in bytes. */
const batchRows = 5_000
const batchBytes = 4 * 1024 * 1024

export interface IngestInput {
  key: KnownKey
  source: AnySource
  body: Readable
  isGzip: boolean
  idempotencyKey: string | null
  requestId: string
  ip: string | null
}
interface Parts {
  database: Database
  /** Recognizes a stream that is sent again. */
  hashKey: Buffer
  limits?: { bytes: number; lineBytes: number }
  /** Queues look-ups of new findings; left out if look-ups are disabled. */
  enqueue?: Enqueue | undefined
}

/**
 * Stores the findings of a stream.
 *
 * Each batch is committed together with the progress of the job and the hash of the lines so far. A stream that was interrupted, by either
 * side, is sent again with its Idempotency-Key: lines that were already processed are compared and skipped, so the answer is the same as
 * without the interruption.
 *
 * @throws AppError `IDEMPOTENCY_CONFLICT` if the key belongs to another stream, or another request took this one over; `PAYLOAD_TOO_LARGE`
 *   and `BAD_REQUEST` like `linesOf`
 */
export async function ingestStream(parts: Parts, input: IngestInput): Promise<IngestAnswer> {
  const { key, source, idempotencyKey } = input
  const companyId = key.company.id
  const { job, assets, brandIds, rules } = await parts.database.inCompanies([companyId], async (tx) => ({
    job: await openJob(tx, { companyId, source, apiKeyId: key.id, keyName: key.name, idempotencyKey }),
    assets: await findAssets(tx, companyId),
    brandIds: await findBrandIds(tx, companyId),
    rules: await rulesInForce(tx, companyId),
  }))
  if (job.source !== source) throw conflict()
  const by = { own: compileOwnAssets(assets), reasoned: toutReasons(assets, brandIds), rules }
  const work = new IngestWork(parts, input, job, by)
  try {
    await work.readAll()
  } catch (error) {
    await work.fail(error)
    throw error
  }
  return work.answer()
}

const keyOfFinding = ({ findingKey }: { findingKey: FindingKey }) => findingKey
const identityOf = ({ kind, fingerprint }: Pick<FindingKey, 'kind' | 'fingerprint'>) =>
  `${kind} ${fingerprint.toString('hex')}`
const conflict = () => new AppError('IDEMPOTENCY_CONFLICT')

interface IngestedFinding extends SeenTimes {
  id: string
  row: IngestRow
  findingKey: FindingKey
  /** A rule of the company holds it back. */
  isHeld: boolean
  effects: readonly RuleEffectRow[]
}

type SeenTimes = Pick<IngestedThreat, 'firstSeen' | 'lastSeen'>

/** As in the database, where a finding that comes again in another batch meets the one before. */
const seenInBoth = (one: SeenTimes, other: SeenTimes): SeenTimes => ({
  firstSeen: one.firstSeen < other.firstSeen ? one.firstSeen : other.firstSeen,
  lastSeen: one.lastSeen > other.lastSeen ? one.lastSeen : other.lastSeen,
})

/** What lines are compared with. */
interface JudgedBy {
  own: OwnAssets
  reasoned: ReturnType<typeof toutReasons>
  rules: readonly CompiledRule[]
}

class IngestWork {
  readonly #parts: Parts
  readonly #input: IngestInput
  readonly #job: IngestJobRow
  readonly #hash: Hash
  readonly #by: JudgedBy
  #ownFindings: OwnFinding[] = []
  #batch = new Map<string, IngestedFinding>()
  #batchBytes = 0
  #repeated = 0
  #lines = 0

  constructor(parts: Parts, input: IngestInput, job: IngestJobRow, by: JudgedBy) {
    this.#by = by
    this.#parts = parts
    this.#input = input
    this.#job = job
    this.#hash = createHash('sha256').update(parts.hashKey)
  }

  async readAll(): Promise<void> {
    const { source, body, isGzip } = this.#input
    const known = this.#job.lines_done
    for await (const { number, bytes } of linesOf(body, isGzip, this.#parts.limits ?? ingestLimits)) {
      this.#lines = number
      this.#hash.update(bytes ?? 'too long').update('\n')
      if (number <= known) {
        if (number === known) this.#compare()
        continue
      }
      if (this.#job.state === 'done') throw conflict()
      if (bytes === null) this.#reject(number, detailOf('', 'LINE_TOO_LONG', { max: ingestLimits.lineBytes }))
      else if (bytes.length > 0) {
        const read = readIngestLine(source, bytes, this.#job.created_at)
        if ('refused' in read) this.#reject(number, read.refused)
        else this.#add(read.threat, bytes.length)
      }
      if (this.#batch.size >= batchRows || this.#batchBytes >= batchBytes) await this.#keep('running')
    }
    if (this.#lines < known) throw conflict()
    if (this.#job.state !== 'done') await this.#keep('done')
  }

  #add(sent: IngestedThreat, bytes: number): void {
    const asset = ownAssetOf(this.#by.own, sent)
    if (asset) {
      this.#ownFindings.push({ source: sent.source, asset })
      this.#batchBytes += bytes
      return
    }
    const threat = this.#by.reasoned(sent)
    const identity = identityOf(threat)
    const before = this.#batch.get(identity)
    if (before) this.#repeated += 1
    const { threat: weighed, isHeld, effects } = weighByRules(this.#by.rules, threat, 0)
    const ruled = before ? { ...weighed, ...seenInBoth(before, weighed) } : weighed
    this.#batch.set(identity, {
      id: ruled.id,
      firstSeen: ruled.firstSeen,
      lastSeen: ruled.lastSeen,
      row: ingestRowOf(ruled),
      findingKey: findingKeyOf(ruled),
      isHeld,
      effects,
    })
    this.#batchBytes += bytes
  }

  #reject(line: number, refused: ErrorDetail): void {
    this.#job.rejected_count += 1
    if (this.#job.rejected.length < ingestLimits.rejectedListed) this.#job.rejected.push({ line, ...refused })
  }

  /** The lines already processed under this key must be the same as those sent now. */
  #compare(): void {
    if (!this.#job.lines_hash?.equals(this.#hash.copy().digest())) throw conflict()
  }

  async #keep(state: 'running' | 'done'): Promise<void> {
    const job = this.#job
    const found = [...this.#batch.values()]
    await this.#parts.database.inCompanies([job.company_id], async (tx) => {
      const now = new Date()
      const reported = await this.#reported(tx, found)
      const held = await suppressFindings(tx, job.company_id, reported, keyOfFinding, now)
      const rows = held.kept.map(({ row }) => row)
      const added = await putIngested(tx, job.company_id, rows)
      const { enqueue } = this.#parts
      if (enqueue && added > 0) {
        const ids = held.kept.map(({ id }) => id)
        await lookUpNew(tx, enqueue, job.company_id, ids)
      }
      const effects = found.flatMap((one) => (one.isHeld && reported.includes(one) ? [] : one.effects))
      await recordEffects(tx, job.company_id, effects, now)
      // A batch is read once: a stream that is sent again skips the lines that were processed.
      await recordSuppressed(tx, job.company_id, held, keyOfFinding, now)
      await countOwnFindings(tx, job.company_id, this.#ownFindings, now)
      job.accepted += added
      job.duplicates += rows.length - added + this.#repeated
      job.suppressed += found.length - rows.length + this.#ownFindings.length
      job.lines_done = this.#lines
      const isMine = await setProgress(tx, job, {
        state,
        lines_done: job.lines_done,
        accepted: job.accepted,
        duplicates: job.duplicates,
        suppressed: job.suppressed,
        rejected_count: job.rejected_count,
        rejected: JSON.stringify(job.rejected),
        lines_hash: this.#hash.copy().digest(),
      })
      // Rolls back everything of this batch.
      if (!isMine) throw new AppError('IDEMPOTENCY_TAKEN_OVER')
      if (state === 'done') await this.#audit(tx)
    })
    this.#batch = new Map()
    this.#ownFindings = []
    this.#batchBytes = 0
    this.#repeated = 0
  }

  /** What rules don't hold back. A threat that exists stays one, and gets new sightings. */
  async #reported(tx: Tx, found: readonly IngestedFinding[]): Promise<IngestedFinding[]> {
    const held = found.filter(({ isHeld }) => isHeld).map(({ findingKey }) => findingKey)
    const known = new Set((await knownAmong(tx, this.#job.company_id, held)).map(identityOf))
    return found.filter(({ isHeld, findingKey }) => !isHeld || known.has(identityOf(findingKey)))
  }

  async #audit(tx: Tx): Promise<void> {
    const { id, source, accepted, duplicates, suppressed, rejected_count: rejected, key_name: apiKey } = this.#job
    const { requestId, ip, key } = this.#input
    await recordAudit(
      { tx, ip, requestId, company: key.company, actor: null },
      {
        action: 'ingest.done',
        targetType: 'ingestJob',
        targetId: id,
        after: { apiKey, source, accepted, duplicates, suppressed, rejected },
      },
    )
  }

  /** Records the reason of the error, none if the connection broke off; the previous batches remain stored. */
  async fail(error: unknown): Promise<void> {
    const reason = error instanceof AppError ? error.reason : null
    try {
      await this.#parts.database.inCompanies([this.#job.company_id], (tx) =>
        setProgress(tx, this.#job, { state: 'failed', error: reason }),
      )
    } catch {
      // The database itself failed; a job without a worker is shown as failed anyway.
    }
  }

  answer(): IngestAnswer {
    const { id, accepted, duplicates, suppressed, rejected_count: rejectedCount, rejected } = this.#job
    return { jobId: id, accepted, duplicates, suppressed, rejectedCount, rejected }
  }
}
