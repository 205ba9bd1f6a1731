import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('watch')
    .description('create a company that protects a domain, and run a first scan')
    .argument('<domain>', 'the official domain, e.g. example.com')
    .option('--name <name>', 'the brand as people write it (default: taken from the domain)')
    .option('--company <key>', 'add the brand to this company instead of creating one')
    .option('--feed <location...>', 'feeds to scan: a file, an http(s) address, - for standard input, or bundled', [
      'bundled',
    ])
    .addOption(json())
    .action(async (domain, options) => (await import('./watch.ts')).watch(domain, { ...options, terminal }))
  program
    .command('scan')
    .description('run a feed through the detector and store the findings')
    .requiredOption('--feed <location>', 'a file, an http(s) address, - for standard input, or bundled')
    .option('--since <location>', 'an earlier copy of the feed; only names added since are scanned')
    .option('--company <key>', 'only scan for this company')
    .addOption(json())
    .action(async (options) => (await import('./scan.ts')).scan({ ...options, terminal }))
}
