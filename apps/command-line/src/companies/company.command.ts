import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const company = program.command('company').description('protected companies')
  company
    .command('add')
    .description('add a company')
    .requiredOption('--key <key>', 'lower-case letters, digits and hyphens')
    .requiredOption('--name <name>')
    .option('--sources <sources>', 'threat sources, separated by commas (default: all)')
    .addOption(json())
    .action(async (options) => (await import('./company-add.ts')).companyAdd({ ...options, terminal }))
}
