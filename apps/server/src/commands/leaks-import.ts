import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import type { LeakType } from '@signet/contract/leaks'
import { day } from '@signet/contract/wire'
import { importLeaks, LeakImportError, type LeakImportResult } from '../features/leaks/import-leaks.ts'
import type { LeakFormat } from '../features/leaks/leak-readers.ts'
import { CommandError, openProgress, print, withProgram, type CommonOptions } from './command.ts'
import { companyIdOf } from './scan.ts'

interface ImportOptions extends CommonOptions {
  company: string
  type: LeakType
  format?: LeakFormat
  package?: string
  database: string
  date?: string
  stealer?: string
}

const nameMax = 200

/** Imports a file of leaks in this process, apart from the server, and prints what was found. */
export async function leaksImport(file: string, options: ImportOptions): Promise<void> {
  const entity = options.package ?? path.parse(file).name
  for (const [option, text] of [
    ['--package', entity],
    ['--database', options.database],
  ] as const) {
    if (text.trim() === '' || text.length > nameMax)
      throw new CommandError(`${option} must have 1 to ${nameMax} characters.`, { isUsage: true })
  }
  const leakedAt = await leakedAtOf(file, options.date)
  await withProgram(options, async (program, signal) => {
    const companyId = await companyIdOf(program, options.company)
    const progress = openProgress(options, `Reading ${file}:`)
    let result: LeakImportResult
    try {
      result = await importLeaks(
        { ...program, signal, onProgress: (bytes, added) => progress.at(bytes, `bytes, ${added} new leaks`) },
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
    } catch (error) {
      if (error instanceof LeakImportError) throw new CommandError(error.message, { cause: error })
      throw error
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
    if (!z.safeParse(day, date).success)
      throw new CommandError('--date must be a day as YYYY-MM-DD.', { isUsage: true })
    return new Date(date)
  }
  try {
    return (await fs.stat(file)).mtime
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`)
  }
}
