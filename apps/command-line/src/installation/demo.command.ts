import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('demo')
    .description('load the demo companies, users and records once')
    .addOption(json())
    .action(async (options) => (await import('./demo.ts')).demo({ ...options, terminal }))
}
