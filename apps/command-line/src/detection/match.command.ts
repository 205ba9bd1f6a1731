import { json, numberFrom, type Declare } from '../command/declare.ts'

/** More threads than that wait for the one that reads. */
const threadsMax = 64

export const declare: Declare = (program, terminal) => {
  program
    .command('match')
    .description('match names from standard input, one per line, against brands; needs no database')
    .requiredOption('--brands <file>', 'a JSON array of { id, name, aliases, official }')
    .option('--threshold <score>', 'lowest score to print, 0 to 1', numberFrom(0, 1, 'any'), 0.5)
    .option('--threads <number>', `number of threads, 1 to ${threadsMax}`, numberFrom(1, threadsMax), 1)
    .addOption(json())
    .action(async (options) => (await import('./match.ts')).match({ ...options, terminal }))
}
