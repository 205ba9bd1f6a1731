import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('import')
    .description('import the threats or touts in a file into the review queue, and print the rows that are rejected')
    .argument(
      '<file>',
      'CSV, XLSX, JSON, JSON Lines, STIX 2.1 or MISP, whose columns are named like fields of the source',
    )
    .requiredOption('--company <key>')
    .requiredOption('--source <source>', 'the source of all its records, such as Domain')
    .option('--touts', 'its records are touts')
    .addOption(json())
    .action(async (file, options) =>
      (await import('./import-threats.ts')).importThreats(file, { ...options, terminal }),
    )
}
