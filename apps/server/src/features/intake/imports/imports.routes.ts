import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/collection/imports'
import {
  keptReasons,
  undoableStates,
  type Import,
  type ImportDetail,
  type ImportMapping,
  type PreviewedRow,
} from '@signet/contract/collection/imports'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { BodyOf } from '@signet/contract/route'
import { sourceLabelOf, threatSources, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf, toutSources } from '@signet/contract/touts/tout-sources'
import { ownAssetOf } from '@signet/detection'
import type { Context, IdentityContext } from '../../../app/context.ts'
import type { Handler, SteppedHandler } from '../../../app/handler.ts'
import { AppError, found } from '../../../errors.ts'
import { inEnglish } from '../../../errors/sentences.ts'
import { companyOf } from '../../../db/company-keys.queries.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { findOwnAssets } from '../../assets/own-findings.queries.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { modulesOf } from '../../companies/company-config.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { UnreadableRows } from '../../file-imports/read-rows.ts'
import { examineFile, type ExaminedFile } from './examine-file.ts'
import { importJob, undoImportJob } from './imports.jobs.ts'
import { changeImport, findImport, importsPage, insertImport, type ImportRow } from './imports.queries.ts'
import { mapRow } from './map-row.ts'
import { proposeMapping } from './propose-mapping.ts'

/** @throws AppError `IMPORT_FILE_EMPTY`, `IMPORT_FILE_UNREADABLE`; `NOT_AN_OPTION`, `MODULE_OFF` */
export const addImport: SteppedHandler<typeof contract.addImport> = {
  inSteps: async ({ before, last }, { body, file }) => {
    const { recordKind, source } = body
    const store = await before(async (context) => {
      await requireSource(context, body)
      return context.files
    })
    const { kind, columns, sample } = await examined(store, file.sha256)
    if (sample.length === 0) throw new AppError('IMPORT_FILE_EMPTY', {}, { at: 'body.file' })
    return last(async (context) => {
      const { tx, company, actor } = context
      await holdBytes(context, file)
      const row = await insertImport(tx, {
        company_id: company.id,
        id: randomUUID(),
        record_kind: recordKind,
        source,
        sha256: file.sha256,
        name: file.name,
        size: file.size,
        kind,
        columns: JSON.stringify(columns),
        sample: JSON.stringify(sample),
        mapping: JSON.stringify(proposeMapping(recordKind, source, columns)),
        run: null,
        problem: null,
        undone_to: null,
        finished_at: null,
        created_by: actor.userId,
        created_by_name: actor.name,
      })
      await record(context, 'import.added', row, { source, name: file.name, size: file.size, sha256: file.sha256 })
      return toDetail(row)
    })
  },
}

/** @throws AppError `NOT_AN_OPTION` for a source that the kind doesn't have, `MODULE_OFF` for touts of a company without them */
async function requireSource(
  { company, identity }: IdentityContext,
  { recordKind, source }: BodyOf<typeof contract.addImport>,
): Promise<void> {
  const known: readonly AnySource[] = recordKind === 'tout' ? toutSources : threatSources
  if (!known.includes(source)) {
    throw new AppError('NOT_AN_OPTION', { options: known.map(sourceLabelOf).join(', ') }, { at: 'body.source' })
  }
  if (recordKind === 'threat') return
  const { modules } = await identity((people) => companyOf(people, company.id))
  if (!modulesOf(modules).touts) throw new AppError('MODULE_OFF')
}

/** @throws AppError `IMPORT_FILE_UNREADABLE` */
async function examined(files: FileStore, sha256: string): Promise<ExaminedFile> {
  try {
    return await examineFile(files, sha256)
  } catch (error) {
    if (!(error instanceof UnreadableRows)) throw error
    throw new AppError('IMPORT_FILE_UNREADABLE', { reason: error.reason }, { at: 'body.file' })
  }
}

export const listImports: Handler<typeof contract.listImports> = async ({ tx, company }, { query }) => {
  const page = await importsPage(tx, company.id, query)
  return { ...page, items: page.items.map(toImport) }
}

/** @throws AppError `NOT_FOUND` */
export const getImport: Handler<typeof contract.getImport> = async (context, { params }) =>
  toDetail(await importOf(context, params.importId))

/** @throws AppError `NOT_FOUND`; `FIELD_NOT_OF_SOURCE`, `TYPE_NOT_OF_SOURCE` */
export const previewImport: Handler<typeof contract.previewImport> = async (context, { params, body }) => {
  const { record_kind: recordKind, source, kind, sample } = await importOf(context, params.importId)
  const { mapping } = body
  checkMapping(recordKind, source, mapping)
  const own = await findOwnAssets(context.tx, context.company.id)
  const now = new Date()
  return sample.map((row): PreviewedRow => {
    const mapped = mapRow({ recordKind, source, kind, mapping }, row, now)
    const { line } = row
    const nothing = { line, title: null, threatType: null, severity: null, firstSeen: null, problem: null }
    if (mapped === 'skipped') return { ...nothing, state: 'skipped' }
    if ('problem' in mapped) return { ...nothing, state: 'rejected', problem: mapped.problem }
    const { title, threatType, severity, firstSeen } = mapped.threat
    return {
      ...nothing,
      state: ownAssetOf(own, mapped.threat) ? 'own' : 'valid',
      title,
      threatType,
      severity: severityOfRank(severity),
      firstSeen: firstSeen.toISOString(),
    }
  })
}

/** @throws AppError `NOT_FOUND`, `IMPORT_STARTED`; `FIELD_NOT_OF_SOURCE`, `TYPE_NOT_OF_SOURCE` */
export const startImport: Handler<typeof contract.startImport> = async (context, { params, body }) => {
  const { tx, company, actor, enqueue } = context
  const { id, record_kind: recordKind, source } = await importOf(context, params.importId)
  const { mapping } = body
  checkMapping(recordKind, source, mapping)
  const change = { state: 'running' as const, mapping: JSON.stringify(mapping) }
  const row = await changeImport(tx, company.id, id, ['ready'], change)
  if (!row) throw new AppError('IMPORT_STARTED')
  await enqueue(tx, importJob, { companyId: company.id, importId: id, userId: actor.userId })
  await record(context, 'import.started', row, { mapping })
  return toDetail(row)
}

/** @throws AppError `NOT_FOUND`, `IMPORT_NOT_RUNNING` */
export const cancelImport: Handler<typeof contract.cancelImport> = async (context, { params }) => {
  const { tx, company } = context
  const { id } = await importOf(context, params.importId)
  const row = await changeImport(tx, company.id, id, ['running'], { state: 'cancelled', finished_at: new Date() })
  if (!row) throw new AppError('IMPORT_NOT_RUNNING')
  await record(context, 'import.cancelled', row, { added: row.added })
  return toDetail(row)
}

/** @throws AppError `NOT_FOUND`, `IMPORT_NOT_UNDOABLE` */
export const undoImport: Handler<typeof contract.undoImport> = async (context, { params }) => {
  const { tx, company, actor, enqueue } = context
  const { id } = await importOf(context, params.importId)
  const row = await changeImport(tx, company.id, id, undoableStates, { state: 'undoing' })
  if (!row) throw new AppError('IMPORT_NOT_UNDOABLE')
  await enqueue(tx, undoImportJob, { companyId: company.id, importId: id, userId: actor.userId, userName: actor.name })
  await record(context, 'import.undoStarted', row, { added: row.added })
  return toDetail(row)
}

const importOf = async ({ tx, company }: Context, importId: string): Promise<ImportRow> =>
  found(await findImport(tx, company.id, importId), 'record')

function checkMapping(recordKind: Kind, source: AnySource, { fields, threatType }: ImportMapping): void {
  const info = sourceInfoOf(recordKind, source)
  const known = new Set([...info.fields, ...info.search].map(({ field }) => field))
  const unknown = Object.keys(fields).find((field) => !known.has(field))
  if (unknown !== undefined) {
    throw new AppError('FIELD_NOT_OF_SOURCE', { source: info.label }, { at: `body.mapping.fields.${unknown}` })
  }
  if (!info.types.includes(threatType.otherwise)) {
    const types = info.types.join(', ')
    throw new AppError('TYPE_NOT_OF_SOURCE', { types }, { at: 'body.mapping.threatType.otherwise' })
  }
}

function record(context: Context, action: string, { id }: ImportRow, after: object): Promise<void> {
  return recordAudit(context, { action, targetType: 'import', targetId: id, after })
}

function toImport(row: ImportRow): Import {
  const size = Number(row.size)
  const isRead = row.state === 'done' || row.state === 'undoing' || row.state === 'undone'
  return {
    id: row.id,
    recordKind: row.record_kind,
    source: row.source,
    name: row.name,
    size,
    kind: row.kind,
    state: row.state,
    by: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: isRead ? 1 : Math.min(1, Number(row.bytes_read) / Math.max(1, size)),
    rows: row.rows_done,
    added: row.added,
    duplicates: row.duplicates,
    own: row.own,
    allowed: row.allowed,
    skipped: row.skipped,
    rejected: row.rejected,
    removed: row.removed,
    kept: keptReasons.flatMap((reason) => {
      const count = row.kept[reason] ?? 0
      return count > 0 ? [{ reason, count }] : []
    }),
    problem: row.problem && inEnglish(row.problem),
  }
}

const toDetail = (row: ImportRow): ImportDetail => ({
  ...toImport(row),
  columns: row.columns,
  mapping: row.mapping,
  problems: row.problems,
})
