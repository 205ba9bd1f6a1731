import { Option } from 'commander'
import { leakTypeKeys } from '@signet/contract/leaks/leaks'
import { leakFormats } from '@signet/server/features/leaks/files/leak-formats'
import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const leaks = program.command('leaks').description('leaked credentials of a company')
  leaks
    .command('import')
    .description('import the leaked credentials in a file that concern the company; run again to resume')
    .argument('<file>', 'a list (url:user:password), a stealer’s password file, or CSV with a header line')
    .requiredOption('--company <key>')
    .addOption(new Option('--type <leakType>', 'type of leak').choices(leakTypeKeys).makeOptionMandatory())
    .addOption(new Option('--format <format>', 'format of the file (default: detected)').choices(leakFormats))
    .option('--package <name>', 'name of the package (default: the file name)')
    .option('--database <name>', 'where the file was found', 'Import')
    .option('--date <day>', 'when it was leaked, YYYY-MM-DD (default: when the file was last modified)')
    .option('--stealer <name>', 'the malware that collected the data')
    .addOption(json())
    .action(async (file, options) => (await import('./leaks-import.ts')).leaksImport(file, { ...options, terminal }))
}
