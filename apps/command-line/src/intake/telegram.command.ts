import { json, numberFrom, type Declare } from '../command/declare.ts'

/** Numbers of apps have 32 bits. */
const apiIdMax = 2 ** 31 - 1

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
  telegram
    .command('sign-in')
    .description(
      'sign in to Telegram as a person, and print the session for a connector; asks for what is secret on standard input',
    )
    .requiredOption('--api-id <number>', 'the number of an app at my.telegram.org', numberFrom(1, apiIdMax))
    .addOption(json())
    .action(async (options) => (await import('./telegram-sign-in.ts')).telegramSignIn({ ...options, terminal }))
}
