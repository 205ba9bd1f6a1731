import { Option } from 'commander'
import { json, numberFrom, type Declare } from '../command/declare.ts'

const processesMax = 64

export const declare: Declare = (program, terminal) => {
  program
    .command('serve')
    .description('serve the portal and API and run jobs (choose with SIGNET_SERVICES: api, worker)')
    .option('--processes <n>', 'answer calls with so many processes on one port', numberFrom(1, processesMax))
    .addOption(new Option('--part <name>', 'the part of one of several processes').hideHelp())
    .addOption(json())
    .action(async ({ processes, part, ...options }: { processes?: number; part?: string; json?: boolean }) => {
      if (processes === undefined) return (await import('./serve.ts')).serve({ ...options, terminal })
      if (part === undefined)
        return (await import('./serve-in-processes.ts')).serveInProcesses({ ...options, terminal, processes })
      const { openPart } = await import('./part.ts')
      return (await import('./serve.ts')).serve({ ...options, terminal, part: openPart(part, processes) })
    })
  program
    .command('worker')
    .description('only run jobs')
    .addOption(json())
    .action(async (options) => (await import('./serve.ts')).serve({ ...options, terminal, services: ['worker'] }))
}
