import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Connection } from './connection.ts'
import type { Sockets } from './sockets.ts'

/** How often the server is asked whether it answers. */
const askEveryMs = 1000
/** Longer than any server takes that is alive, and than the 5 s in which a caller should know. */
const answerWithinMs = 3000
/** While it is away; so it is used again this soon after its return. */
const askAgainMs = 250

/** Whether the database answers, as one connection of its own finds out. */
export interface Watch {
  isAway(): boolean
  stop(): Promise<void>
}

/**
 * Asks the server once a second whether it answers. When it does not, everything that waits for it fails at once, and nothing
 * waits for it anew until it answers again.
 *
 * @param sockets all that lead to it
 */
export function watchDatabase(connection: Connection, sockets: Sockets, log: Logger): Watch {
  const stopping = new AbortController()
  const { signal } = stopping
  let awaySince: number | null = null
  const pause = (ms: number) => sleep(ms, null, { signal, ref: false }).catch(() => null)

  const isBack = () => {
    if (awaySince === null) return
    log.info({ awayMs: Math.round(performance.now() - awaySince) }, 'the database is back')
    awaySince = null
  }
  const isLost = (error: unknown) => {
    if (awaySince === null) {
      awaySince = performance.now()
      log.error({ code: (error as { code?: string }).code, reason: (error as Error).message }, 'the database is away')
    }
    // Each time: what was opened in the meantime hangs as well.
    sockets.destroyAll()
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      try {
        await askUntilItFails(connection, { isBack, pause, signal })
      } catch (error) {
        // One connection ended, as an administrator may end any: the next try shows whether the server is away.
        if (!(error instanceof NoAnswer) && awaySince === null && (await answers(connection))) continue
        if (!signal.aborted) isLost(error)
        await pause(askAgainMs)
      }
    }
  }
  const watching = watch()
  return {
    isAway: () => awaySince !== null,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}

class NoAnswer extends Error {
  override name = 'NoAnswer'
  constructor() {
    super(`no answer within ${answerWithinMs} ms`)
  }
}

/** @throws when the connection cannot be opened, breaks or gives no answer */
async function askUntilItFails(
  connection: Connection,
  by: { isBack: () => void; pause: (ms: number) => Promise<unknown>; signal: AbortSignal },
): Promise<void> {
  const client = newClient(connection)
  try {
    await inTime(client.connect())
    while (!by.signal.aborted) {
      await inTime(client.query('select 1'))
      by.isBack()
      await by.pause(askEveryMs)
    }
  } finally {
    close(client)
  }
}

/** Whether the server answers at all: one that refuses, because it has too many connections, lives. */
async function answers(connection: Connection): Promise<boolean> {
  const client = newClient(connection)
  try {
    await inTime(client.connect())
    return true
  } catch (error) {
    return (error as { code?: string }).code === '53300'
  } finally {
    close(client)
  }
}

function newClient(connection: Connection): Client {
  const client = new Client({ ...connection, application_name: 'signet-watch' })
  // What breaks is seen by the next question.
  client.on('error', () => {})
  return client
}

/** Ends the connection without waiting for a server that may never answer. */
function close(client: Client): void {
  client.end().catch(() => {})
  client.connection.stream.destroy()
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = sleep(answerWithinMs, null, { signal: timer.signal, ref: false }).then(async () => {
    // This process may have been busy itself: what has arrived meanwhile is read before it counts as late.
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    throw new NoAnswer()
  })
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}
