import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ImportMapping } from '@signet/contract/collection/imports'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { addCompany } from '../../apps/server/src/features/companies/add-company.ts'
import { runImport } from '../../apps/server/src/features/intake/imports/import.job.ts'
import { findImport, insertImport } from '../../apps/server/src/features/intake/imports/imports.queries.ts'
import { localFileStore } from '../../apps/server/src/files/local-file-store.ts'

const everyMs = 250
const sayEveryMs = 10_000

const mapping: ImportMapping = {
  fields: { domain_name: 'Domain', registrar: 'Registrar' },
  threatType: { otherwise: 'Phishing site' },
  severity: { column: 'Severity', otherwise: 'Medium' },
  firstSeen: 'First seen',
}

/** What an import took. */
interface ImportCost {
  rows: number
  added: number
  duplicates: number
  skipped: number
  rejected: number
  seconds: number
  rowsPerSecond: number
  fileMegabytes: number
  /** The most memory that the worker (this process), and the process that reads the file, had at once. */
  workerMegabytes: number
  readerMegabytes: number
}

/** Imports a CSV file: new names, repeated ones, ones that are no domains, quotes and rows of other columns only. Linux. */
export async function importRows(count: number, say: (line: string) => void): Promise<ImportCost> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-bench-'))
  await chmod(directory, 0o711)
  const embedded = await openEmbeddedPostgres({ dataDir: directory })
  const database = openDatabase(embedded.connection)
  try {
    await migrate(database)
    const { companyId } = await addCompany(database, { key: 'bench', name: 'Bench' })
    const files = localFileStore(path.join(directory, 'files'))
    const file = await files.put(linesOf(count))
    const importId = randomUUID()
    await database.inCompanies([companyId], (tx) =>
      insertImport(tx, {
        company_id: companyId,
        id: importId,
        source: 'Domain',
        sha256: file.sha256,
        name: 'list.csv',
        size: file.size,
        kind: 'csv',
        columns: '[]',
        sample: '[]',
        mapping: JSON.stringify(mapping),
        state: 'running',
        run: null,
        problem: null,
        undone_to: null,
        finished_at: null,
        created_by: randomUUID(),
        created_by_name: 'Bench',
      }),
    )
    const read = () => database.inCompanies([companyId], (tx) => findImport(tx, companyId, importId))
    const memory = { worker: 0, reader: 0 }
    const watch = setInterval(() => {
      memory.worker = Math.max(memory.worker, megabytesOf(process.pid))
      memory.reader = Math.max(memory.reader, ...readers().map(megabytesOf))
    }, everyMs)
    const talk = setInterval(() => say(`worker ${memory.worker} MB, reader ${memory.reader} MB`), sayEveryMs)
    const start = performance.now()
    const parts = { database, files, enqueue: () => Promise.resolve(''), lookUps: null }
    const { signal } = new AbortController()
    try {
      await runImport(parts, { companyId, importId, userId: null }, { signal, stopping: signal, attempt: 1 })
    } finally {
      clearInterval(watch)
      clearInterval(talk)
    }
    const seconds = (performance.now() - start) / 1000
    const row = await read()
    if (row?.state !== 'done') throw new Error(`The import is ${row?.state}`)
    const { rows_done: rows, added, duplicates, skipped, rejected } = row
    return {
      rows,
      added,
      duplicates,
      skipped,
      rejected,
      seconds: Math.round(seconds),
      rowsPerSecond: Math.round(rows / seconds),
      fileMegabytes: Math.round(file.size / 1_000_000),
      workerMegabytes: memory.worker,
      readerMegabytes: memory.reader,
    }
  } finally {
    await database.close()
    await embedded.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function* linesOf(count: number): AsyncGenerator<Buffer> {
  yield Buffer.from('Domain,Registrar,Severity,First seen,Note\n')
  for (let n = 0; n < count; n += 1) yield Buffer.from(`${lineOf(n)}\n`)
}

function lineOf(n: number): string {
  if (n % 50 === 7) return `no domain ${n},,,,`
  if (n % 50 === 9) return ',,High,,only a note'
  const name = n % 20 === 3 ? `login-${n - 1}.test` : `login-${n}.test`
  const severity = ['Low', 'medium', 'High', ''][n % 4]
  const note = n % 10 === 0 ? '"said ""urgent"", then\na second line"' : 'seen in a report'
  return `${name},Registrar ${n % 100},${severity},2026-01-${String((n % 28) + 1).padStart(2, '0')},${note}`
}

/** Resident memory; none for a process that ended. Source: proc_pid_status(5). */
function megabytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(contentOf(`/proc/${pid}/status`))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1024)
}

const readers = () =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && contentOf(`/proc/${name}/cmdline`).includes('row-program.ts'))
    .map(Number)

function contentOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    // The process is gone.
    return ''
  }
}
