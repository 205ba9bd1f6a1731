import fs from 'node:fs/promises'
import { mebibyte } from '@signet/contract/threats/file-types'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { readFileMax, readLocalFile } from '@signet/server/features/file-imports/read-file'
import { write, type CommonOptions } from '../command/command.ts'

/** Prints the records of a file as JSON Lines, each with the kind of the file. It stores nothing and needs no database. */
export async function read(file: string, { terminal }: CommonOptions): Promise<void> {
  const { kind, records } = await recordsOf(file)
  let lines = ''
  for (const record of records) lines += `${JSON.stringify({ kind, ...record })}\n`
  await write(lines, terminal)
}

/** The kind of a file and its records, read in a limited process. */
export async function recordsOf(file: string): Promise<{ kind: string; records: readonly object[] }> {
  await checkFile(file, readFileMax)
  const { answer, records } = await readLocalFile(file)
  if (answer.state === 'unknown') throw new ProgramError('FILE_KIND_UNKNOWN', { file })
  if (answer.state === 'unreadable') {
    const { reason, detail } = answer
    throw new ProgramError('FILE_UNREADABLE', { file, reason, detail })
  }
  return { kind: answer.kind, records }
}

/** @throws ProgramError for what is no file, or larger than the limit */
export async function checkFile(file: string, maxBytes: number): Promise<void> {
  const found = await fs.stat(file).catch((error: unknown) => {
    throw new ProgramError('FILE_NOT_READABLE', { file, code: causeOf(error).code })
  })
  if (!found.isFile()) throw new ProgramError('NOT_A_FILE', { file })
  if (found.size > maxBytes) throw new ProgramError('FILE_OVER_LIMIT', { file, max: maxBytes / mebibyte })
}
