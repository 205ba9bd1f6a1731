import { countMax, json, numberFrom, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('permute')
    .description('print names that could be registered to imitate a domain, most likely first; needs no database')
    .argument('<domain>', 'the protected domain, e.g. example.com')
    .option(
      '--limit <number>',
      'maximum number of names (default: all, several hundred thousand)',
      numberFrom(1, countMax),
    )
    .addOption(json())
    .action(async (domain, options) => (await import('./permute.ts')).permute(domain, { ...options, terminal }))
}
