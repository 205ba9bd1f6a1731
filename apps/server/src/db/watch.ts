import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { causeOf } from '@signet/contract/errors/program-errors'
import type { Connection } from './connection.ts'
import { pause } from './pause.ts'
import type { Sockets } from './sockets.ts'

/** How often the server is checked. */
const askEveryMs = 1000
/** Longer than any running server takes to answer, but within the 5 s in which a caller should get an error. */
const answerWithinMs = 3000
/** The interval while it is unavailable, so that it is used soon after it returns. */
const askAgainMs = 250

/** Checks with a separate connection whether the database answers. */
export interface DatabaseWatch {
  isAway(): boolean
  stop(): Promise<void>
}

/**
 * Checks once a second whether the server answers. If it doesn't, everything that waits for it fails at once, and no new call waits for it
 * until it answers again. A check that is late on a busy machine means nothing while other connections get answers.
 *
 * @param sockets all sockets to this server
 */
export function watchDatabase(connection: Connection, sockets: Sockets, log: Logger): DatabaseWatch {
  const stopping = new AbortController()
  const { signal } = stopping
  let awaySince: number | null = null
  const wait = (ms: number) => pause(ms, signal, { ref: false })

  const isBack = () => {
    if (awaySince === null) return
    log.info({ awayMs: Math.round(performance.now() - awaySince) }, 'the database is back')
    awaySince = null
  }
  const isLost = (error: unknown) => {
    if (awaySince === null) {
      awaySince = performance.now()
      const { code, detail } = causeOf(error)
      log.error({ code, reason: detail }, 'the database is away')
    }
    // Repeated on each check, because sockets opened in the meantime hang as well.
    sockets.destroyAll()
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      try {
        await askUntilItFails(connection, { received: () => sockets.received(), isBack, wait, signal })
      } catch (error) {
        // One connection ended, which an administrator may do to any connection: the next attempt shows whether the server is away.
        if (!(error instanceof NoAnswer) && awaySince === null && (await answers(connection))) continue
        if (!signal.aborted) isLost(error)
        await wait(askAgainMs)
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

/** @throws if the connection can't be opened, breaks or gives no answer */
async function askUntilItFails(
  connection: Connection,
  by: { received: () => number; isBack: () => void; wait: (ms: number) => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const client = newClient(connection)
  try {
    await inTime(client.connect(), by.received)
    while (!by.signal.aborted) {
      await inTime(client.query('select 1'), by.received)
      by.isBack()
      await by.wait(askEveryMs)
    }
  } finally {
    close(client)
  }
}

/** Whether the server answers at all: a server that refuses because it has too many connections is running. */
async function answers(connection: Connection): Promise<boolean> {
  const client = newClient(connection)
  try {
    await inTime(client.connect(), () => 0)
    return true
  } catch (error) {
    return causeOf(error).code === '53300'
  } finally {
    close(client)
  }
}

function newClient(connection: Connection): Client {
  const client = new Client({ ...connection, application_name: 'signet-watch' })
  // The next query notices a broken connection.
  client.on('error', () => {})
  return client
}

/** Closes the connection without waiting for a server that may never answer. */
function close(client: Client): void {
  // It may already be broken, and its socket is destroyed in any case.
  client.end().catch(() => {})
  client.connection.stream.destroy()
}

/**
 * @param received bytes from the server on other connections: as long as they arrive, the work may take longer
 * @throws NoAnswer
 */
async function inTime<T>(work: Promise<T>, received: () => number): Promise<T> {
  const timer = new AbortController()
  const late = noAnswer(received, timer.signal)
  // If the work ended first, nobody waits for the aborted timer any more.
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}

async function noAnswer(received: () => number, signal: AbortSignal): Promise<never> {
  const half = () => sleep(answerWithinMs / 2, null, { signal, ref: false })
  for (;;) {
    await half()
    const before = received()
    await half()
    // This process itself may have been busy: process what has arrived in the meantime before the answer counts as late.
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    if (received() === before) throw new NoAnswer()
  }
}
