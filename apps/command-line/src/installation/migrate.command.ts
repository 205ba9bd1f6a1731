import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('migrate')
    .description('update the database schema')
    .addOption(json())
    .action(async (options) => (await import('./migrate.ts')).migrateCommand({ ...options, terminal }))
}
