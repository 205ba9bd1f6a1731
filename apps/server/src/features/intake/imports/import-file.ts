import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { importLimits } from '@signet/contract/collection/imports'
import { titleFieldsOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import type { JobParts } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { examineFile } from './examine-file.ts'
import { runImport } from './import.job.ts'
import { changeImport, findImport, insertImport, type ImportRow } from './imports.queries.ts'
import { proposeMapping } from './propose-mapping.ts'

/** A file that a command imports. */
export interface LocalFile {
  recordKind: Kind
  source: AnySource
  name: string
  bytes: Readable
}

/** Why nothing of a file is imported: it has no rows, or no column with a field that names threats of the source. */
export type NothingToImport = { nothing: 'rows' } | { nothing: 'titles'; fields: string[]; columns: string[] }

const nameMax = 200
/** Commands are run by no user. */
const noUser = '00000000-0000-0000-0000-000000000000'

/**
 * Imports a file in this process with the proposed mapping. It is listed, and can be undone, like those that are uploaded. When it is
 * stopped, what was added before stays.
 *
 * @throws UnreadableRows if not even the first row can be read
 * @throws FileTooLargeError above `importLimits.bytes`
 */
export async function importFile(
  parts: Pick<JobParts, 'database' | 'files' | 'enqueue' | 'lookUps'>,
  companyId: number,
  { recordKind, source, name, bytes }: LocalFile,
  signal: AbortSignal,
): Promise<ImportRow | NothingToImport> {
  const { database, files } = parts
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const file = await files.put(bytes, { maxBytes: importLimits.bytes })
  const { kind, columns, sample } = await examineFile(files, file.sha256)
  if (sample.length === 0) return { nothing: 'rows' }
  const mapping = proposeMapping(recordKind, source, columns)
  const fields = titleFieldsOf(source)
  if (!fields.some((field) => mapping.fields[field] !== undefined))
    return { nothing: 'titles', fields, columns: columns.map((column) => column.name) }
  const { id: importId } = await inCompany(async (tx) => {
    await holdBytes({ tx, files }, file)
    const row = await insertImport(tx, {
      company_id: companyId,
      id: randomUUID(),
      record_kind: recordKind,
      source,
      sha256: file.sha256,
      name: name.slice(0, nameMax),
      size: file.size,
      kind,
      columns: JSON.stringify(columns),
      sample: JSON.stringify(sample),
      mapping: JSON.stringify(mapping),
      state: 'running',
      run: null,
      problem: null,
      undone_to: null,
      finished_at: null,
      created_by: noUser,
      created_by_name: 'Signet',
    })
    const after = { source, name, size: file.size, sha256: file.sha256, mapping }
    await recordAudit(asProduct(tx, companyId), {
      action: 'import.started',
      targetType: 'import',
      targetId: row.id,
      after,
    })
    return row
  })
  try {
    const run = { signal, stopping: signal, attempt: 1 }
    await runImport(parts, { companyId, importId, userId: null }, run)
  } catch (error) {
    await inCompany((tx) => endImport(tx, companyId, importId, signal.aborted))
    throw error
  }
  const row = await inCompany((tx) => findImport(tx, companyId, importId))
  if (!row) throw new Error(`The import ${importId} was deleted`)
  return row
}

/** No worker resumes what a command began. */
async function endImport(tx: Tx, companyId: number, importId: string, isStopped: boolean): Promise<void> {
  const state = isStopped ? 'cancelled' : 'failed'
  const problem = isStopped ? null : JSON.stringify({ reason: 'INTERNAL', parameters: {} })
  const row = await changeImport(tx, companyId, importId, ['running'], { state, problem, finished_at: new Date() })
  if (!row) return
  const after = { added: row.added }
  await recordAudit(asProduct(tx, companyId), {
    action: `import.${state}`,
    targetType: 'import',
    targetId: importId,
    after,
  })
}
