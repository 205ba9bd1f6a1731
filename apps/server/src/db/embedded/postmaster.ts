import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { errorCode } from './embedded-postgres-error.ts'
import { processCommand, processIdentity } from './process-identity.ts'

/** A running PostgreSQL server, as described by its `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  /** Directory of its Unix socket. */
  socketDir: string
  /** Whether it accepts connections; otherwise it is starting, recovering or shutting down. */
  isReady: boolean
}

const pollMs = 15
const fastShutdownMs = 20_000
const immediateShutdownMs = 10_000

/**
 * The running server of a cluster; `null` if none runs, even if a killed one left its `postmaster.pid`.
 *
 * The file's lines are: process id, data directory, start time, port, socket directory, listen address, shared memory, status (PostgreSQL
 * `pidfile.h`). The last ones are missing for an instant after the start.
 */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | null> {
  // Without the file, no server runs.
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  // The process id may have been reused by another program.
  if (!pid || !processCommand(pid)?.includes(clusterDir)) return null
  return {
    pid,
    port: Number(lines[3] || 0),
    socketDir: lines[4] ?? '',
    isReady: lines[7]?.trim() === 'ready',
  }
}

/** Removes files of a killed server that would prevent a new one from starting if the old process id was reused. */
export async function removeStaleFiles(clusterDir: string, socketDir: string, port: number): Promise<void> {
  const socket = join(socketDir, `.s.PGSQL.${port}`)
  for (const path of [join(clusterDir, 'postmaster.pid'), socket, `${socket}.lock`]) await rm(path, { force: true })
}

/**
 * Waits until the server accepts connections.
 *
 * @param hasEnded tells whether the process started for it has ended
 * @returns `null` if it ended, was stopped or the time is up
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
 * Shuts the server down: closes connections and writes a checkpoint, or skips the checkpoint after 20 s (the next start then recovers from
 * the log; nothing committed is lost).
 *
 * @throws ProgramError if it may not be signalled or survives both ways
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

/** @returns false if the process has ended */
function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (cause) {
    if (errorCode(cause) === 'ESRCH') return false
    throw new ProgramError('POSTGRES_OF_OTHER_USER', { pid }, { cause })
  }
}
