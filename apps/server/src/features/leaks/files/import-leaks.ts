import { decodedText } from '@signet/readers/decoded-text'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { LeakType } from '@signet/contract/leaks/leaks'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import type { Secrets } from '../../../app/secrets.ts'
import type { Database, Tx } from '../../../db/database.ts'
import { isConcerned, type LeakDraft, type LeakScope } from '../list/describe-leak.ts'
import { fileKindOf, type FileHead } from './file-kind.ts'
import { keepLeaks, leakKeepingOf, type LeakKeeping } from './keep-leaks.ts'
import { codingOf, identityOf, lineChunks, lineMaxBytes, type LineCoding } from './leak-file.ts'
import { columnsOf, formatOf, readerFor, wholeReaderFor, type LeakReader, type ReadLogin } from './leak-readers.ts'
import type { LeakFormat } from './leak-formats.ts'
import { findOrAddImport, setImportProgress, type ImportProgress } from './leak-imports.queries.ts'

const batchRows = 5_000

/** The settings of an import. */
export interface LeakImport {
  companyId: number
  leakType: LeakType
  file: string
  /** If left out, it is detected from the beginning of the file. */
  format?: LeakFormat | undefined
  entity: string
  source: string
  leakedAt: Date
  stealer?: string | undefined
}

/** The result of an import. Counts cover the whole file, also over several runs. */
export interface LeakImportResult {
  format: LeakFormat
  lines: number
  /** Lines over 64 KiB that this run skipped. */
  tooLong: number
  /** Credentials that concern the company. */
  kept: number
  /** Those of them that were new. */
  added: number
  isResumed: boolean
}

/**
 * Reads a file of leaked credentials and stores those that concern the company: its hosts, its apps, its mail domains or its
 * watched people. Passwords are encrypted in the step that stores them; nothing else of the file is stored. The position in the file is
 * stored together with the leaks found, so that an interrupted import continues there and a completed one does nothing, unless the company
 * protects more or less than before.
 *
 * @param signal stops between two batches
 * @throws ProgramError if the file can't be read, isn't text with credentials, or the company has nothing to search for; nothing is stored
 *   then
 */
export async function importLeaks(
  parts: {
    database: Database
    secrets: Secrets
    signal?: AbortSignal
    onProgress?: (bytes: number, added: number) => void
  },
  wanted: LeakImport,
): Promise<LeakImportResult> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => parts.database.inCompanies([wanted.companyId], work)
  const keeping = await inCompany((tx) => leakKeepingOf(tx, wanted.companyId))
  if (isNothing(keeping.scope)) throw new ProgramError('NOTHING_WATCHED')
  const handle = await open(wanted.file)
  try {
    const beginning = await beginningOf(handle)
    const { coding } = beginning
    const kind = fileKindOf(beginning)
    if (kind) throw new ProgramError('LEAK_FILE_OF_OTHER_KIND', { file: wanted.file, ...kind })
    const format = wanted.format ?? formatOf(beginning.text)
    const [head = ''] = beginning.text.split(/\r\n|\n|\r/)
    if (format === 'csv' && !columnsOf(head)) throw new ProgramError('LEAK_COLUMNS_MISSING')
    // Checked before anything is stored: an unreadable file says nothing about the company.
    await requireSignIn(wanted.file, handle, beginning, () => wholeReaderFor(format, head), parts.signal)
    const run = await inCompany(async (tx) =>
      beginImport(tx, parts.secrets, wanted, [format, await identityOf(handle), keeping]),
    )
    const reader = readerFor(format, keeping.scope, head)
    if (!run.isDone) await readOn(parts, { wanted, keeping, handle, coding, run, reader })
    return { format, ...run.counts, tooLong: reader.tooLong, isResumed: run.isResumed }
  } finally {
    await handle.close()
  }
}

const wordsOf = ({ domains, logins, apps }: LeakScope) =>
  JSON.stringify([domains, [...logins], [...apps]].map((words) => words.toSorted()))
const isNothing = ({ domains, logins, apps }: LeakScope) => domains.length + logins.size + apps.size === 0

interface Run extends ImportProgress {
  isDone: boolean
  isResumed: boolean
}

async function readOn(
  { database, secrets, signal, onProgress }: Parameters<typeof importLeaks>[0],
  {
    wanted,
    keeping,
    handle,
    coding,
    run,
    reader,
  }: {
    wanted: LeakImport
    keeping: LeakKeeping
    handle: fs.FileHandle
    coding: LineCoding
    run: Run
    reader: LeakReader
  },
): Promise<void> {
  const linesBefore = run.counts.lines
  const toDraft = ({ url, username, password }: ReadLogin): LeakDraft => ({
    leakType: wanted.leakType,
    entity: wanted.entity,
    source: wanted.source,
    leakedAt: wanted.leakedAt,
    url,
    username,
    password,
    stealer: wanted.stealer,
  })
  const drafts: LeakDraft[] = []
  let keptSince = 0
  const keep = async (bytes: number | null, isLast: boolean) => {
    signal?.throwIfAborted()
    const batch = drafts.splice(0, batchRows)
    await database.inCompanies([wanted.companyId], async (tx) => {
      run.counts.added += await keepLeaks(tx, secrets, keeping, batch)
      keptSince += batch.length
      // The position advances only together with the last rows before it; added rows are counted at once, because a repeated run doesn't
      // add them again.
      if (bytes !== null) {
        run.bytes = bytes
        run.counts.lines = linesBefore + reader.lines
        run.counts.kept += keptSince
        keptSince = 0
      }
      await setImportProgress(tx, wanted.companyId, run, isLast)
    })
    onProgress?.(run.bytes, run.counts.added)
  }
  const take = (logins: readonly ReadLogin[]) => {
    for (const login of logins) {
      const { url, username, otherName } = login
      if (isConcerned(keeping.scope, url, username)) drafts.push(toDraft(login))
      else if (isConcerned(keeping.scope, undefined, otherName)) drafts.push(toDraft({ ...login, username: otherName }))
    }
  }
  let end = run.bytes
  for await (const chunk of lineChunks(handle, run.bytes, coding)) {
    take(reader.read(chunk))
    end = chunk.end
    while (drafts.length > batchRows) await keep(null, false)
    // Reading can't continue from within a block.
    if (reader.isBetween()) await keep(end, false)
  }
  take(reader.end())
  while (drafts.length > batchRows) await keep(null, false)
  await keep(end, true)
}

async function open(file: string): Promise<fs.FileHandle> {
  let handle: fs.FileHandle | null = null
  try {
    handle = await fs.open(file, 'r')
    if ((await handle.stat()).isFile()) return handle
  } catch (error) {
    throw new ProgramError('FILE_NOT_READABLE', { file, code: causeOf(error).code })
  }
  await handle.close()
  throw new ProgramError('NOT_A_FILE', { file })
}

const isSome = (logins: readonly ReadLogin[]) =>
  logins.some(({ url, username, password }) => url || username || password)

interface Beginning extends FileHead {
  coding: LineCoding
}

async function beginningOf(handle: fs.FileHandle): Promise<Beginning> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(lineMaxBytes), 0, lineMaxBytes, 0)
  const bytes = buffer.subarray(0, bytesRead)
  const coding = codingOf(bytes)
  const { size } = await handle.stat()
  return {
    bytes,
    // Line by line, so that one that isn't UTF-8 doesn't affect the others.
    text: decodedText(coding.toUtf8(bytes)).replace(/^\u{FEFF}/u, ''),
    isUtf16: coding.isUtf16,
    isWhole: size <= bytesRead,
    coding,
  }
}

/**
 * Reads up to the first credentials, which are usually on the first line.
 *
 * @throws ProgramError if there are none in the whole file
 */
async function requireSignIn(
  file: string,
  handle: fs.FileHandle,
  { bytes, coding }: Beginning,
  newReader: () => LeakReader,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (isSome(newReader().read({ bytes: coding.toUtf8(bytes), start: 0, end: bytes.length, tooLong: 0 }))) return
  const reader = newReader()
  for await (const chunk of lineChunks(handle, 0, coding)) {
    signal?.throwIfAborted()
    if (isSome(reader.read(chunk))) return
  }
  if (isSome(reader.end())) return
  throw new ProgramError('LEAK_FILE_WITHOUT_SIGN_INS', { file, lines: reader.lines })
}

/** Finds or creates the record of an import. It is another one when the company protects something else than at the last import. */
async function beginImport(
  tx: Tx,
  secrets: Secrets,
  { companyId, leakType, file, entity }: LeakImport,
  [format, identity, { scope }]: [LeakFormat, Buffer, LeakKeeping],
): Promise<Run> {
  const sealer = await secrets.sealer(tx, companyId)
  const known = sealer.lookup(['file', identity.toString('hex'), leakType, format, entity, wordsOf(scope)])
  const name = path.basename(file).slice(0, 200)
  const row = await findOrAddImport(tx, companyId, { file: known, name, leak_type: leakType })
  return {
    id: row.id,
    bytes: Number(row.bytes_read),
    counts: { lines: Number(row.rows_read), kept: Number(row.rows_kept), added: Number(row.rows_added) },
    isDone: row.finished_at !== null,
    isResumed: Number(row.bytes_read) > 0 || Number(row.rows_added) > 0 || row.finished_at !== null,
  }
}
