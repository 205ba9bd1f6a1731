import cluster from 'node:cluster'
import { isRecord } from '@signet/contract/narrow'
import type { Service } from '@signet/contract/operation/jobs'
import type { Siblings } from '@signet/server/http/metrics/siblings'

/* One of the processes that `serve --processes` starts, as it sees itself. The messages between them are in `process-group.ts`. */

/** What one of several processes is. */
export interface Part {
  /** The number of processes that answer calls. */
  processes: number
  /** The only one that prints what the user should know about the start. */
  isFirst: boolean
  service: Service
  siblings: Siblings
  /** Resolves once the group stops, or this process has to. */
  stopSignal: Promise<NodeJS.Signals>
  /** Announces that it serves. */
  ready(port: number | null): void
  /** Lets the process end: until then, the connection with the group keeps it running. */
  leave(): void
}

/**
 * The part of this process.
 *
 * @param name e.g. `api-1`, unique in the group
 */
export function openPart(name: string, processes: number): Part {
  const stopping = Promise.withResolvers<NodeJS.Signals>()
  // A service manager may signal the group and each of its processes, and a terminal sends Ctrl-C to all; one signal more is no second
  // wish.
  process.on('SIGTERM', () => stopping.resolve('SIGTERM'))
  process.on('SIGINT', () => {})
  // The group has died, and nobody else would stop this process.
  process.on('disconnect', () => stopping.resolve('SIGTERM'))

  let readOwn: (() => Promise<object[]>) | null = null
  const asked = new Map<number, (all: object[][]) => void>()
  process.on('message', (message) => {
    if (!isRecord(message)) return
    const { kind, id, metrics } = message
    if (kind === 'stop') stopping.resolve('SIGTERM')
    if (kind === 'read' && typeof id === 'number') void answer(id, readOwn)
    if (kind === 'all' && typeof id === 'number' && Array.isArray(metrics)) {
      asked.get(id)?.(metrics)
      asked.delete(id)
    }
  })
  let lastId = 0
  return {
    processes,
    isFirst: name === 'api-1',
    service: name.startsWith('api') ? 'api' : 'worker',
    siblings: {
      name,
      answerWith(read) {
        readOwn = read
      },
      readAll: () =>
        new Promise((resolve) => {
          lastId += 1
          asked.set(lastId, resolve)
          send({ kind: 'readAll', id: lastId })
        }),
    },
    stopSignal: stopping.promise,
    ready: (port) => send({ kind: 'ready', port }),
    leave() {
      if (cluster.worker) cluster.worker.disconnect()
      else if (process.connected) process.disconnect()
    },
  }
}

async function answer(id: number, read: (() => Promise<object[]>) | null): Promise<void> {
  send({ kind: 'own', id, metrics: (await read?.()) ?? [] })
}

function send(message: object): void {
  // The group may have died a moment ago.
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}
