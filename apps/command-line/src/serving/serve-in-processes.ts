import { ProgramError } from '@signet/contract/errors/program-errors'
import { readEnv } from '@signet/server/env'
import { openLog } from '@signet/server/log'
import type { CommonOptions } from '../command/command.ts'
import { ProcessGroup } from './process-group.ts'
import { announce, firstStopSignal } from './serve.ts'

/**
 * Serves with several processes until stopped, so that calls use all cores of a machine.
 *
 * @throws ProgramError if one of them doesn't start
 */
export async function serveInProcesses(options: CommonOptions & { processes: number }): Promise<void> {
  const startedAt = performance.now()
  const env = readEnv(options.terminal.env)
  if (!env.services.has('api')) throw new ProgramError('PROCESSES_WITHOUT_API')
  const stopSignal = firstStopSignal(env)
  const log = openLog(env.logLevel ?? 'info')
  const count = String(options.processes)
  const group = new ProcessGroup((name) => ['serve', '--processes', count, '--part', name], log)
  const others = Array.from({ length: options.processes - 1 }, (_, at) => `api-${at + 2}`)
  if (env.services.has('worker')) others.push('worker')
  let isStopping = false
  const stopping = stopSignal.then((signal) => {
    isStopping = true
    log.info({ signal }, 'stopping')
    return group.stop()
  })
  try {
    // The first one alone: it prepares the database, and its message is the only one if something is wrong.
    const port = await group.start('api-1')
    await Promise.all(isStopping ? [] : others.map((name) => group.start(name)))
    if (!isStopping) await announce(env, port, Math.round((performance.now() - startedAt) / 100) / 10)
  } catch (error) {
    await group.stop()
    throw error
  }
  if (!(await stopping)) process.exit(1)
}
