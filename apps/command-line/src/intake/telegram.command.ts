import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const telegram = program.command('telegram').description('messages of Telegram')
  telegram
    .command('import')
    .description('judge the messages of groups and channels in an export, and store the threats; run again to resume')
    .argument('<file>', 'the result.json of Telegram Desktop')
    .requiredOption('--company <key>')
    .addOption(json())
    .action(async (file, options) =>
      (await import('./telegram-import.ts')).telegramImport(file, { ...options, terminal }),
    )
}
