import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  program
    .command('serve')
    .description('serve the portal and API and run jobs (choose with SIGNET_SERVICES: api, worker)')
    .addOption(json())
    .action(async (options) => (await import('./serve.ts')).serve({ ...options, terminal }))
  program
    .command('worker')
    .description('only run jobs')
    .addOption(json())
    .action(async (options) => (await import('./serve.ts')).serve({ ...options, terminal, services: ['worker'] }))
}
