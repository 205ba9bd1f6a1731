import { ProgramError } from '@signet/contract/errors/program-errors'
import { importTelegram } from '@signet/server/features/intake/connectors/import-telegram'
import { print, withProgram, type CommonOptions } from '../command/command.ts'
import { companyIdOf } from '../command/company-id.ts'
import { recordsOf } from './read.ts'

/** Imports an export of Telegram Desktop in this process, separate from the server, and prints what was found. */
export async function telegramImport(file: string, options: CommonOptions & { company: string }): Promise<void> {
  const { kind, records } = await recordsOf(file)
  if (kind !== 'telegram-export') throw new ProgramError('NOT_A_TELEGRAM_EXPORT', { file })
  await withProgram(options, async (program, signal) => {
    const { database, env, queue } = program
    const companyId = await companyIdOf(program, options.company)
    const enqueue = env.lookUps ? queue.enqueue : undefined
    const result = await importTelegram({ database, enqueue, signal }, companyId, records)
    const { messages, found, suppressed } = result
    print(
      options,
      { file, ...result },
      `${file}: ${messages} messages read, ${found} new threats, ${suppressed} suppressed as the company’s own or allowed.`,
    )
  })
}
