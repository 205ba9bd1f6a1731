import { ProgramError } from '@signet/contract/errors/program-errors'
import { sessionsOf } from '@signet/server/db/roles.queries'
import { migrate } from '@signet/server/db/migrate'
import { workingRoles } from '@signet/server/db/roles'
import { isCluster } from '@signet/server/db/sharding/cluster'
import { hasWorkers, planSharding, runSharding, type ShardStep } from '@signet/server/db/sharding/shard-tables'
import { readEnv } from '@signet/server/env'
import { openLog } from '@signet/server/log'
import { print, say, untilStopped, type CommonOptions } from '../command/command.ts'
import { openStorage } from '../command/program.ts'

interface ShardOptions extends CommonOptions {
  run?: boolean
  shards?: number
}

/**
 * Prints what is left to distribute, or distributes it.
 *
 * @throws ProgramError if the database is no cluster, or if other processes use it
 */
export async function shard(options: ShardOptions): Promise<void> {
  const { terminal } = options
  const env = readEnv(terminal.env)
  const log = openLog(env.logLevel ?? 'warn')
  const storage = await openStorage(env, log, (line) => say(line, terminal))
  try {
    await untilStopped(async (stop) => {
      const { database } = storage
      if (!(await isCluster(database.pool))) throw new ProgramError('CLUSTER_MISSING')
      // A plan changes nothing.
      if (options.run) await migrate(database)
      const client = await database.pool.connect()
      try {
        if (!(await hasWorkers(client))) throw new ProgramError('CLUSTER_MISSING')
        const steps = await planSharding(client)
        if (options.run && steps.length > 0) {
          if ((await sessionsOf(client, workingRoles)) > 0) throw new ProgramError('CLUSTER_IN_USE')
          const onStep = (step: ShardStep) => {
            stop.throwIfAborted()
            if (terminal.stderr.isTTY && !options.json) say(lineOf(step), terminal)
          }
          await runSharding(client, onStep, options.shards)
        }
        const done = options.run === true
        const lines = steps.map(lineOf)
        const words = done ? `Distributed: ${steps.length} steps.` : lines.join('\n')
        print(options, { steps, done }, steps.length === 0 ? 'The database is distributed.' : words)
      } finally {
        // Closing the connection ends what it set for the session.
        client.release(true)
      }
    })
  } finally {
    await storage.close()
  }
}

const words: Readonly<Record<ShardStep['kind'], string>> = {
  prepare: 'prepare',
  reference: 'copy to every node',
  distribute: 'distribute by company',
  function: 'adapt the function',
  foreignKey: 'add the foreign key',
}

const lineOf = ({ kind, name }: ShardStep) => `${words[kind]} ${name}`
