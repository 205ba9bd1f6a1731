import { Argument } from 'commander'
import { connectorNames, isPolled } from '@signet/contract/collection/connectors'
import { json, type Declare } from '../command/declare.ts'

export const declare: Declare = (program, terminal) => {
  const connectors = program.command('connectors').description('how the sources of companies are collected')
  connectors
    .command('list', { isDefault: true })
    .description(
      'print each connector of each company with its state, last data, next run, quota left and what it needs',
    )
    .option('--company <key>', 'only those of this company')
    .addOption(json())
    .action(async (options) => (await import('./connectors-list.ts')).connectorsList({ ...options, terminal }))
  connectors
    .command('run')
    .description('run a connector of a company now, in this process, and print what it did')
    .addArgument(new Argument('<connector>').choices(connectorNames.filter(isPolled)))
    .requiredOption('--company <key>')
    .addOption(json())
    .action(async (connector, options) =>
      (await import('./connectors-run.ts')).connectorsRun(connector, { ...options, terminal }),
    )
  for (const [name, isPaused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    connectors
      .command(name)
      .description(isPaused ? 'pause a connector of a company until it is resumed' : 'let a paused connector run again')
      .addArgument(new Argument('<connector>').choices(connectorNames.filter(isPolled)))
      .requiredOption('--company <key>')
      .addOption(json())
      .action(async (connector, options) =>
        (await import('./connectors-pause.ts')).connectorsPause(connector, { ...options, isPaused, terminal }),
      )
  }
}
