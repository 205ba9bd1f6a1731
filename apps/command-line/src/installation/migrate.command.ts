import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('migrate')
    .description('update the database schema')
    .option('--plan', 'change nothing, and print the locks and the time that each migration would take')
    .addOption(json())
    .action(async (options) => {
      if (options.plan) await (await import('./migration-plan.ts')).printPlan({ ...options, terminal })
      else await (await import('./migrate.ts')).migrateCommand({ ...options, terminal })
    })
}
