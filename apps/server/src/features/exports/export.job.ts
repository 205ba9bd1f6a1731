import { isoDay } from '@signet/contract/time'
import { setTimeout as wait } from 'node:timers/promises'
import { exportRowsMax, type ExportFormat } from '@signet/contract/reports/exports'
import { can } from '@signet/contract/access/permissions'
import type { JobRun } from '../../app/jobs.ts'
import { exportRetries } from './exports.jobs.ts'
import type { Actor, CompanyRef } from '../../app/context.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Logger } from '../../log.ts'
import { messageOf } from '../../errors/sentences.ts'
import type { FileStore } from '../../files/file-store.ts'
import { zoneOfCompany } from '../companies/company-zone.ts'
import { insertFile } from '../evidence/files.queries.ts'
import { notify } from '../notifications/notify.ts'
import { findUserActor } from '../sessions/sessions.queries.ts'
import type { Cell } from '../exported-lists/cells.ts'
import { exporters } from './exporters.generated.ts'
import type { BatchCursor } from '../exported-lists/batch.queries.ts'
import type { AnyExporter } from '../exported-lists/exporter.ts'
import {
  finishExport,
  findExport,
  setProgress,
  publishExportChanged,
  takeSlot,
  type ExportRow,
} from './exports.queries.ts'
import { decodeFilters } from './exports.routes.ts'
import { printedColumnsOf, printedRowsMax, writePdf } from './write-pdf.ts'
import { daysBefore, pointsOf } from './report-points.ts'
import { filterText } from './filter-text.ts'
import { printedLogo } from './printed-logo.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'
import type { RequestedExport } from './exports.jobs.ts'

interface Parts {
  database: Database
  files: FileStore
  log: Logger
}

const batchSize = 1000
const atOncePerCompany = 2
const placeWaitMs = 500

const types: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** The export was deleted, or another run of the job has finished it. */
class ExportCancelled extends Error {
  override name = 'ExportCancelled'
}

/**
 * Creates the file of an export: rows are read in batches, each in a separate transaction, and stream through the format into the file
 * store. If it is killed, the next run starts from the beginning; the file and the final status are written once, in one transaction.
 */
export async function runExport(
  parts: Parts,
  data: RequestedExport,
  run: Pick<JobRun, 'attempt' | 'signal'>,
): Promise<void> {
  const { database, log } = parts
  const actor = await findUserActor(database, data.userId)
  const company = actor && [actor.company, ...actor.adminCompanies].find(({ id }) => id === data.companyId)
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([data.companyId], work)
  const row = await inCompany((tx) => findExport(tx, data, data.exportId))
  if (!row || row.status === 'done' || row.status === 'failed') return
  const exporter = exporters[row.kind]
  const isUsed = exporter.module === undefined || company?.modules[exporter.module] === true
  if (!actor || !company || !isUsed || !can(actor.role, 'exports:own') || !can(actor.role, exporter.permission)) {
    await inCompany((tx) => finishExport(tx, data.companyId, row.id, { status: 'failed', error: 'EXPORT_NOT_ALLOWED' }))
    return
  }
  const release = await takePlace(database, data.companyId, run.signal)
  try {
    await makeFile(parts, { row, exporter, company, actor, signal: run.signal })
  } catch (error) {
    if (error instanceof ExportCancelled) return
    if (run.attempt > exportRetries && !run.signal.aborted) {
      log.error({ err: error, exportId: row.id }, 'an export failed for good')
      const failed = { status: 'failed', error: 'EXPORT_NOT_MADE' } as const
      await inCompany((tx) => finishExport(tx, data.companyId, row.id, failed))
      return
    }
    throw error
  } finally {
    release()
  }
}

interface Work {
  row: ExportRow
  exporter: AnyExporter
  company: CompanyRef
  actor: Actor
  signal: AbortSignal
}

async function makeFile({ database, files }: Parts, work: Work): Promise<void> {
  const { row, exporter, company, actor } = work
  const inCompany = <T>(read: (tx: Tx) => Promise<T>) => database.inCompanies([company.id], read)
  const filter = decodeFilters(row.kind, row.filters)
  const zone = await inCompany((tx) => zoneOfCompany(tx, company.id))
  const max = row.format === 'pdf' ? printedRowsMax : exportRowsMax
  const total = await inCompany(async (tx) => {
    const counted = await exporter.count({ tx, company, actor, zone }, filter, exportRowsMax)
    if (!(await setProgress(tx, company.id, row.id, { rows: 0, total: counted }))) throw new ExportCancelled()
    await publishExportChanged(tx, row, 'running')
    return counted
  })
  const rows = batchesOf(database, { ...work, zone }, filter, { total, max })
  const content = async () => {
    if (row.format === 'csv') return writeCsv(exporter.columns, rows)
    if (row.format === 'xlsx') return writeXlsx(exporter.title, exporter.columns, rows)
    const figures = await inCompany((tx) => exporter.figures({ tx, company, actor, zone }, filter))
    const before = daysBefore(row.filters)
    const countBefore = (tx: Tx) =>
      exporter.count(
        { tx, company, actor, zone },
        decodeFilters(row.kind, { ...row.filters, ...before?.range }),
        exportRowsMax,
      )
    const points = pointsOf(figures, {
      total,
      before: before && { days: before.days, total: await inCompany(countBefore) },
    })
    return writePdf({
      reportName: exporter.reportName,
      title: exporter.title,
      company: company.name,
      logo: await printedLogo({ database, files }, company.id),
      period: periodOf(row.filters, zone),
      zone,
      createdAt: row.created_at,
      createdBy: row.created_by_name,
      filters: filterText(row.filters),
      figures: { ...figures, points },
      columns: printedColumnsOf(exporter),
      total,
      rows,
    })
  }
  const stored = await files.put(await content())
  const day = isoDay(row.created_at)
  const file = { name: `${company.key}-${row.kind}-${day}.${row.format}`, type: types[row.format], ...stored }
  await inCompany(async (tx) => {
    if (!(await finishExport(tx, company.id, row.id, { status: 'done' }))) throw new ExportCancelled()
    await insertFile({ tx, files, company, actor, fileHref: () => '' }, { owner: 'export', ownerId: row.id, ...file })
    await notify(tx, {
      companyId: company.id,
      audience: { users: [actor.userId] },
      type: 'job',
      title: messageOf(row.format === 'pdf' ? 'REPORT_READY' : 'EXPORT_READY', { file: file.name }),
      href: '/reports',
      once: `export ${row.id}`,
    })
  })
}

/** The rows in batches. Each is read in its own short transaction, which also records the progress. */
async function* batchesOf(
  database: Database,
  { row, exporter, company, actor, zone, signal }: Work & { zone: string },
  filter: object,
  { total, max }: { total: number; max: number },
): AsyncGenerator<Cell[][]> {
  let after: BatchCursor | null = null
  let done = 0
  do {
    signal.throwIfAborted()
    const limit = Math.min(batchSize, max - done)
    const batch: Awaited<ReturnType<AnyExporter['batch']>> = await database.inCompanies([company.id], async (tx) => {
      const read = await exporter.batch({ tx, company, actor, zone }, filter, after, limit)
      const progress = { rows: done + read.rows.length, total }
      if (!(await setProgress(tx, company.id, row.id, progress))) throw new ExportCancelled()
      return read
    })
    done += batch.rows.length
    after = batch.next
    yield batch.rows
  } while (after !== null && done < max)
}

/**
 * Takes one of the company's slots, waiting until one is free. A slot is a lock of a database connection, so a killed process releases it.
 *
 * @returns a function that releases the slot
 */
async function takePlace(database: Database, companyId: number, signal: AbortSignal): Promise<() => void> {
  const client = await database.pool.connect()
  try {
    for (;;) {
      for (let place = 0; place < atOncePerCompany; place += 1) {
        // Closing the connection releases the lock even if the connection is broken.
        if (await takeSlot(client, companyId, place)) return () => client.release(true)
      }
      await wait(placeWaitMs, undefined, { signal })
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A day as given, or the day of an instant in a time zone. */
const dayOf = (at: Date, zone: string) =>
  at.toLocaleDateString('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })

/** The period of a filter as text: days of the product, or the instants at which a day of the time zone begins and ends. */
function periodOf({ fromDate, toDate }: Record<string, string | string[]>, zone: string): string {
  const named = (text: string, isEnd: boolean) => {
    if (text.length === 10) return dayOf(new Date(text), 'UTC')
    return dayOf(new Date(Date.parse(text) - (isEnd ? 1 : 0)), zone)
  }
  const [from, to] = [fromDate && named(String(fromDate), false), toDate && named(String(toDate), true)]
  if (from && to) return `${from} – ${to}`
  if (from) return `since ${from}`
  return to ? `until ${to}` : 'everything to date'
}
