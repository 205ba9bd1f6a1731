import { Option } from 'commander'
import { roles } from '@signet/contract/access/permissions'
import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const user = program.command('user').description('users of the portal')
  user
    .command('add')
    .description('add a user; reads the password from standard input unless --invite is set')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .requiredOption('--company <key>')
    .addOption(new Option('--role <role>').choices([...roles]).makeOptionMandatory())
    .option('--invite', 'print a link to choose a password; it can be used once and expires after a week')
    .option('--admin-companies <keys>', 'further companies, separated by commas (not for client and clientPeeker)', '')
    .addOption(json())
    .action(async (options) => (await import('./user-add.ts')).userAdd({ ...options, terminal }))
}
