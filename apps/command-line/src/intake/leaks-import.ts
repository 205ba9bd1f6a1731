import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { LeakType } from '@signet/contract/leaks/leaks'
import { day } from '@signet/contract/wire'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { importLeaks, type LeakImportResult } from '@signet/server/features/leaks/files/import-leaks'
import type { LeakFormat } from '@signet/server/features/leaks/files/leak-formats'
import { checkLength, print, withProgram, type CommonOptions } from '../command/command.ts'
import { openProgress } from '../command/progress.ts'
import { companyIdOf } from '../command/company-id.ts'

interface ImportOptions extends CommonOptions {
  company: string
  type: LeakType
  format?: LeakFormat
  package?: string
  database: string
  date?: string
  stealer?: string
}

/** Imports a file of leaks in this process, separate from the server, and prints what was found. */
export async function leaksImport(file: string, options: ImportOptions): Promise<void> {
  const entity = options.package ?? path.parse(file).name
  checkLength('--package', entity)
  checkLength('--database', options.database)
  const leakedAt = await leakedAtOf(file, options.date)
  await withProgram(options, async (program, signal) => {
    const companyId = await companyIdOf(program, options.company)
    const progress = openProgress(options, `Reading ${file}:`)
    let result: LeakImportResult
    try {
      result = await importLeaks(
        { ...program, signal, onProgress: (bytes, added) => progress.at(`${bytes} bytes, ${added} new leaks`) },
        {
          companyId,
          leakType: options.type,
          file,
          format: options.format,
          entity,
          source: options.database,
          leakedAt,
          stealer: options.stealer,
        },
      )
    } finally {
      progress.end()
    }
    const { lines, kept, added } = result
    print(
      options,
      { file, ...result },
      `${file}: ${lines} lines read, ${kept} concern the company, ${added} of them new.`,
    )
  })
}

async function leakedAtOf(file: string, date: string | undefined): Promise<Date> {
  if (date !== undefined) {
    if (!z.safeParse(day, date).success) throw new ProgramError('DAY_INVALID')
    return new Date(date)
  }
  try {
    return (await fs.stat(file)).mtime
  } catch (error) {
    throw new ProgramError('FILE_NOT_READABLE', { file, code: causeOf(error).code })
  }
}
