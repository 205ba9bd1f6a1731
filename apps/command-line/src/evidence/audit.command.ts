import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const audit = program.command('audit').description('the audit log')
  audit
    .command('verify')
    .description('verify the hash chains; exits with 1 and prints the first record that was changed, deleted or moved')
    .option('--company <key>', 'only verify this company')
    .option('--heads <folder>', 'folder with the recorded chain ends (default: audit-heads in the data directory)')
    .addOption(json())
    .action(async (options) => (await import('./audit-verify.ts')).auditVerify({ ...options, terminal }))
}
