import { countMax, json, numberFrom, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const ct = program.command('ct').description('certificate transparency logs')
  ct.command('read')
    .description('print log entries with their names as JSON Lines; needs no database')
    .argument('<list>', 'a file or an http(s) address with a version 3 log list')
    .option('--log <text>', 'only logs whose description or address contains this')
    .option('--backfill <entries>', 'how many of the last entries to start with', numberFrom(0, countMax), 0)
    .option('--once', 'stop when the current end of every log is reached')
    .addOption(json())
    .action(async (list, options) => (await import('./ct-read.ts')).ctRead(list, { ...options, terminal }))
}
