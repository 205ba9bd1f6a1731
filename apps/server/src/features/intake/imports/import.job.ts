import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { importLimits, type RowProblem } from '@signet/contract/collection/imports'
import type { OwnAssets } from '@signet/detection'
import type { JobParts, JobRun } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { findAssets, findBrandIds } from '../../assets/assets.queries.ts'
import { findOwnAssets } from '../../assets/own-findings.queries.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { readRows, UnreadableRows } from '../../file-imports/read-rows.ts'
import { toutReasons } from '../../threats/found/reasons-of-touts.ts'
import type { IngestedThreat } from '../submissions/ingest-line.ts'
import { storeFindings } from '../submissions/store-findings.ts'
import { importRetries } from './imports.jobs.ts'
import { changeImport, setRun, rememberAdded, type ImportRow } from './imports.queries.ts'
import { mapRow, type MappedRow } from './map-row.ts'
import { notifyOfImport } from './notify-of-import.ts'

/** Rows of one transaction. */
const batchRows = 2000

type Parts = Pick<JobParts, 'database' | 'files' | 'enqueue' | 'lookUps'>

/** The import was cancelled, or another worker has it: what its batch would add is rolled back. */
class ImportLostError extends Error {}

/**
 * Adds the rows of a file. Each batch is committed together with the number of rows that are done, so a run that is interrupted resumes
 * there and counts nothing twice.
 */
export async function runImport(
  parts: Parts,
  { companyId, importId, userId }: { companyId: number; importId: string; userId: string | null },
  { signal, stopping, attempt }: Pick<JobRun, 'signal' | 'stopping' | 'attempt'>,
): Promise<void> {
  const { database } = parts
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const claimed = await inCompany(async (tx) => {
    const row = await changeImport(tx, companyId, importId, ['running'], { run: randomUUID() })
    if (!row) return null
    const own = await findOwnAssets(tx, companyId)
    const reasoned = toutReasons(await findAssets(tx, companyId), await findBrandIds(tx, companyId))
    return { row, by: { own, reasoned } }
  })
  if (!claimed) return
  const work = new ImportWork(parts, claimed.row, claimed.by, userId)
  try {
    await work.readAll(AbortSignal.any([signal, stopping]))
  } catch (error) {
    if (error instanceof ImportLostError) return
    if (error instanceof UnreadableRows) {
      await work.end({ reason: 'IMPORT_FILE_UNREADABLE', parameters: { reason: error.reason } })
      return
    }
    if (attempt <= importRetries) throw error
    await work.end({ reason: 'INTERNAL', parameters: {} })
    throw error
  }
}

/** What the rows of a company are judged by. */
interface JudgedBy {
  own: OwnAssets
  reasoned: ReturnType<typeof toutReasons>
}

class ImportWork {
  readonly #parts: Parts
  readonly #row: ImportRow
  readonly #by: JudgedBy
  /** Who is notified of the end; null if a command runs it. */
  readonly #userId: string | null
  #batch: MappedRow[] = []
  #bytes = 0

  constructor(parts: Parts, row: ImportRow, by: JudgedBy, userId: string | null) {
    this.#parts = parts
    this.#row = row
    this.#by = by
    this.#userId = userId
  }

  async readAll(signal: AbortSignal): Promise<void> {
    const { sha256, rows_done: skip, created_at: now, record_kind: recordKind, source, kind, mapping } = this.#row
    const file = { recordKind, source, kind, mapping }
    const bytes = await this.#parts.files.open(sha256)
    if (!bytes) throw new UnreadableRows('damaged')
    for await (const message of readRows(Readable.from(this.#counted(bytes)), { skip })) {
      if ('kind' in message) continue
      this.#batch.push(mapRow(file, message, now))
      if (this.#batch.length < batchRows) continue
      await this.#keep()
      signal.throwIfAborted()
    }
    await this.end(null)
  }

  /** How far the file was read shows the progress. */
  async *#counted(bytes: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      yield chunk
      this.#bytes += chunk.length
    }
  }

  /** @param problem null if the whole file was read */
  async end(problem: ImportRow['problem']): Promise<void> {
    await this.#keep({ state: problem ? 'failed' : 'done', problem })
  }

  async #keep(end?: { state: 'done' | 'failed'; problem: ImportRow['problem'] }): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    const row = this.#row
    const threats = batch.flatMap((mapped) => (mapped !== 'skipped' && 'threat' in mapped ? [mapped.threat] : []))
    const problems = batch.flatMap((mapped) => (mapped !== 'skipped' && 'problem' in mapped ? [mapped.problem] : []))
    await this.#parts.database.inCompanies([row.company_id], async (tx) => {
      const stored = await this.#store(tx, threats)
      row.added += stored.found
      row.own += stored.own
      row.allowed += stored.allowed
      row.duplicates += threats.length - stored.found - stored.own - stored.allowed
      row.skipped += batch.length - threats.length - problems.length
      row.rejected += problems.length
      row.rows_done += batch.length
      row.problems = listed([...row.problems, ...problems])
      const isMine = await setRun(tx, row, {
        rows_done: row.rows_done,
        bytes_read: String(this.#bytes),
        added: row.added,
        duplicates: row.duplicates,
        own: row.own,
        allowed: row.allowed,
        skipped: row.skipped,
        rejected: row.rejected,
        ...(problems.length > 0 ? { problems: JSON.stringify(row.problems) } : {}),
        ...(end
          ? { state: end.state, finished_at: new Date(), problem: end.problem && JSON.stringify(end.problem) }
          : {}),
      })
      if (!isMine) throw new ImportLostError()
      if (!end) return
      await this.#audit(tx, end)
      if (this.#userId) await notifyOfImport(tx, row, { userId: this.#userId, state: end.state })
    })
  }

  /** Known threats stay as they are, so that undoing the import leaves nothing of it. */
  async #store(tx: Tx, threats: readonly IngestedThreat[]) {
    const { enqueue, lookUps } = this.#parts
    const once = new Map<string, IngestedThreat>()
    for (const threat of threats) {
      const key = threat.fingerprint.toString('hex')
      if (!once.has(key)) once.set(key, this.#by.reasoned(threat))
    }
    const stored = await storeFindings(tx, this.#row.company_id, [...once.values()], {
      own: this.#by.own,
      enqueue: lookUps ? enqueue : undefined,
      now: new Date(),
      known: 'unchanged',
    })
    if (stored.found > 0) {
      await rememberAdded(
        tx,
        this.#row,
        [...once.values()].map(({ id }) => id),
      )
    }
    return stored
  }

  #audit(tx: Tx, { state, problem }: { state: 'done' | 'failed'; problem: ImportRow['problem'] }): Promise<void> {
    const { company_id: companyId, id, added, duplicates, own, allowed, skipped, rejected } = this.#row
    return recordAudit(asProduct(tx, companyId), {
      action: `import.${state}`,
      targetType: 'import',
      targetId: id,
      after: { added, duplicates, own, allowed, skipped, rejected, ...(problem ? { problem } : {}) },
    })
  }
}

const listed = (problems: readonly RowProblem[]) => problems.slice(0, importLimits.problems)
