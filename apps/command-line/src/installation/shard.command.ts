import { Option } from 'commander'
import { json, numberFrom, type Declare } from '../command/declare.ts'

const shardsMax = 1024

export const declare: Declare = (program, terminal) => {
  program
    .command('shard')
    .description(
      'distribute an existing database by company over the nodes of a cluster of Citus, while no other process runs',
    )
    .addOption(new Option('--plan', 'print what would be done (the default)').conflicts('run'))
    .option('--run', 'do it; run again if it was interrupted')
    .option('--shards <number>', 'shards of each table; at the first run only', numberFrom(1, shardsMax))
    .addOption(json())
    .action(async (options) => (await import('./shard.ts')).shard({ ...options, terminal }))
}
