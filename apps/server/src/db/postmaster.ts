import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProgramError } from '@signet/contract/program-errors'
import { errorCode } from './embedded-postgres-error.ts'
import { processCommand, processIdentity } from './process-identity.ts'

/** A running PostgreSQL server, as its `postmaster.pid` tells. */
export interface Postmaster {
  pid: number
  port: number
  /** Directory of its Unix socket. */
  socketDir: string
  /** Accepts connections; otherwise it is starting, recovering or shutting down. */
  isReady: boolean
}

const pollMs = 15
const fastShutdownMs = 20_000
const immediateShutdownMs = 10_000

/**
 * The living server of a cluster; `null` when none runs, also when a killed one left its `postmaster.pid`.
 *
 * The file's lines are: process id, data directory, start time, port, socket directory, listen address, shared memory,
 * status (PostgreSQL `pidfile.h`). The last ones are missing for an instant after the start.
 */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | null> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  // The number may have been given to another program since.
  if (!pid || !processCommand(pid)?.includes(clusterDir)) return null
  return {
    pid,
    port: Number(lines[3] || 0),
    socketDir: lines[4] ?? '',
    isReady: lines[7]?.trim() === 'ready',
  }
}

/** Removes what a killed server left and a new one would stumble over if the old process number was given away. */
export async function removeStaleFiles(clusterDir: string, socketDir: string, port: number): Promise<void> {
  const socket = join(socketDir, `.s.PGSQL.${port}`)
  for (const path of [join(clusterDir, 'postmaster.pid'), socket, `${socket}.lock`]) await rm(path, { force: true })
}

/**
 * Waits until the server accepts connections.
 *
 * @param hasEnded tells that the process started for it is gone
 * @returns `null` when it ended or was stopped instead, or the time is over
 */
export async function waitUntilReady(
  clusterDir: string,
  timeoutMs: number,
  hasEnded: () => boolean = () => false,
): Promise<Postmaster | null> {
  const deadline = performance.now() + timeoutMs
  let wasSeen = false
  for (;;) {
    const postmaster = await findPostmaster(clusterDir)
    if (postmaster?.isReady) return postmaster
    wasSeen ||= postmaster !== null
    if (hasEnded() || (wasSeen && !postmaster) || performance.now() > deadline) return null
    await sleep(pollMs)
  }
}

/**
 * Shuts the server down: connections are closed and a checkpoint is written, or after 20 s without one (the next start
 * then recovers from the log, nothing committed is lost).
 *
 * @throws ProgramError when it may not be signalled or outlives both ways
 */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  const identity = processIdentity(pid)
  for (const [signal, timeoutMs] of [
    ['SIGINT', fastShutdownMs],
    ['SIGQUIT', immediateShutdownMs],
  ] as const) {
    if (!signalProcess(pid, signal)) return
    const deadline = performance.now() + timeoutMs
    while (performance.now() < deadline) {
      if (identity === null || processIdentity(pid) !== identity) return
      await sleep(pollMs)
    }
  }
  throw new ProgramError('POSTGRES_NOT_STOPPING', { pid })
}

/** @returns false when the process is gone */
function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (cause) {
    if (errorCode(cause) === 'ESRCH') return false
    throw new ProgramError('POSTGRES_OF_OTHER_USER', { pid }, { cause })
  }
}
