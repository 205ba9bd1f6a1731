import fs from 'node:fs'
import path from 'node:path'
import { importLimits } from '@signet/contract/collection/imports'
import { ProgramError } from '@signet/contract/errors/program-errors'
import type { Kind } from '@signet/contract/threats/sources'
import { inEnglish } from '@signet/server/errors/sentences'
import { UnreadableRows } from '@signet/server/features/file-imports/read-rows'
import { importFile } from '@signet/server/features/intake/imports/import-file'
import type { ImportRow } from '@signet/server/features/intake/imports/imports.queries'
import { companyOf } from '@signet/server/db/company-keys.queries'
import { modulesOf } from '@signet/server/features/companies/company-config'
import { print, withProgram, write, type CommonOptions } from '../command/command.ts'
import { companyIdOf } from '../command/company-id.ts'
import type { Program } from '../command/program.ts'
import { toSource, toToutSource } from '../command/to-source.ts'
import { checkFile } from './read.ts'

/** Imports a file of threats or touts in this process, separate from the server: prints each rejected row, then what became of all. */
export async function importThreats(
  file: string,
  options: CommonOptions & { company: string; source: string; touts?: boolean },
): Promise<void> {
  const recordKind: Kind = options.touts ? 'tout' : 'threat'
  const source = options.touts ? toToutSource(options.source) : toSource(options.source)
  await checkFile(file, importLimits.bytes)
  await withProgram(options, async (program, signal) => {
    const companyId = await companyIdOf(program, options.company)
    if (options.touts) await requireTouts(program, options.company, companyId)
    const { database, files, env, queue } = program
    const parts = { database, files, enqueue: queue.enqueue, lookUps: env.lookUps }
    const local = { recordKind, source, name: path.basename(file), bytes: fs.createReadStream(file) }
    const result = await importFile(parts, companyId, local, signal).catch((error: unknown) => {
      if (!(error instanceof UnreadableRows)) throw error
      throw new ProgramError('FILE_UNREADABLE', { file, reason: error.reason, detail: error.message })
    })
    if ('nothing' in result) {
      if (result.nothing === 'rows') throw new ProgramError('FILE_WITHOUT_ROWS', { file })
      const [fields, columns] = [result.fields.join(', '), result.columns.join(', ')]
      throw new ProgramError('NO_COLUMN_NAMES_THREATS', { file, fields, columns })
    }
    await printResult(file, result, options)
  })
}

/** @throws ProgramError if the company has no list of touts */
async function requireTouts({ database }: Program, company: string, companyId: number): Promise<void> {
  const { modules } = await database.inIdentity((tx) => companyOf(tx, companyId))
  if (!modulesOf(modules).touts) throw new ProgramError('COMPANY_WITHOUT_TOUTS', { company })
}

/** @throws ProgramError if the file couldn't be read to its end */
async function printResult(file: string, row: ImportRow, options: CommonOptions): Promise<void> {
  const wantsWords = options.terminal.stdout.isTTY && !options.json
  const lines = row.problems.map((problem) =>
    wantsWords
      ? `${problem.line}: ${[problem.field, problem.message].filter(Boolean).join(': ')}`
      : JSON.stringify(problem),
  )
  await write(lines.map((line) => `${line}\n`).join(''), options.terminal)
  const { id: importId, state, mapping, rows_done: rows, added, duplicates, own, allowed, skipped, rejected } = row
  print(
    options,
    { file, importId, state, mapping, rows, added, duplicates, own, allowed, skipped, rejected },
    `${file}: ${rows} rows read, ${added} new ${row.record_kind}s, ${duplicates} already known, ${own + allowed} the company’s own or allowed, ${rejected} rejected.`,
  )
  if (state === 'cancelled') throw new ProgramError('STOPPED')
  if (row.problem)
    throw new ProgramError('IMPORT_BROKE_OFF_AT', { file, rows, problem: inEnglish(row.problem).message })
}
