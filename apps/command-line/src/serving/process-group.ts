import { fork, type ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { isRecord } from '@signet/contract/narrow'
import { pause } from '@signet/server/db/pause'
import type { Logger } from '@signet/server/log'

const firstDelayMs = 500
const longestDelayMs = 30_000
/** A process that lived this long had started well; its end isn't counted with the ones before. */
const settledMs = 60_000
/** How long the processes may take to read their metrics. */
const metricsMs = 1_000

interface Running {
  child: ChildProcess
  since: number
  ended: Promise<number>
}

/**
 * The processes of `serve --processes`: those that answer calls share one port by `node:cluster`, and one runs jobs, if any does. One that
 * ends is started again, after a delay that doubles while it keeps ending.
 *
 * Messages to a process: `stop`; `read` its metrics; `all` metrics that it asked for. From one: `ready` with its port; `own` metrics;
 * `readAll` for those of all.
 */
export class ProcessGroup {
  readonly #running = new Map<string, Running>()
  readonly #argsOf: (name: string) => string[]
  readonly #log: Logger
  readonly #stopping = new AbortController()
  readonly #delays = new Map<string, number>()
  #lastId = 0

  /** @param argsOf the arguments of the program for a process by its name */
  constructor(argsOf: (name: string) => string[], log: Logger) {
    this.#argsOf = argsOf
    this.#log = log
    cluster.schedulingPolicy = cluster.SCHED_RR
  }

  /**
   * Starts a process and keeps it running.
   *
   * @returns its port, once it serves; null if it has none, or the group stops
   * @throws ProgramError if it ends before
   */
  async start(name: string): Promise<number | null> {
    const { port, running } = await this.#startOnce(name)
    void this.#keep(name, running)
    return port
  }

  /** Stops all processes. @returns whether each of them ended well */
  async stop(): Promise<boolean> {
    this.#stopping.abort()
    const all = [...this.#running.values()]
    for (const { child } of all) post(child, { kind: 'stop' })
    const codes = await Promise.all(all.map(({ ended }) => ended))
    return codes.every((code) => code === 0)
  }

  async #startOnce(name: string): Promise<{ port: number | null; running: Running }> {
    const child = this.#fork(name)
    const ending = Promise.withResolvers<number>()
    child.once('exit', (code) => ending.resolve(code ?? 1))
    // A process that could not be forked has no exit. Without a listener the error would end this process, and all others with it.
    child.once('error', (error) => {
      this.#log.error({ process: name, err: error }, 'a process could not be started')
      ending.resolve(1)
    })
    const running = { child, since: performance.now(), ended: ending.promise }
    this.#running.set(name, running)
    const ready = Promise.withResolvers<number | null>()
    child.on('message', (message) => {
      if (!isRecord(message)) return
      const { kind, id, port } = message
      if (kind === 'ready') ready.resolve(typeof port === 'number' ? port : null)
      if (kind === 'readAll' && typeof id === 'number') void this.#answerWithAll(child, id)
    })
    const port = await Promise.race([ready.promise, running.ended.then(() => undefined)])
    if (port === undefined && !this.#stopping.signal.aborted) {
      this.#running.delete(name)
      throw new ProgramError('PROCESS_NOT_STARTED', { name })
    }
    return { port: port ?? null, running }
  }

  /** Starts it again whenever it ends, until the group stops. */
  async #keep(name: string, first: Running): Promise<void> {
    let running: Running | null = first
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (running) {
        const code = await running.ended
        this.#running.delete(name)
        if (signal.aborted) return
        this.#log.error({ process: name, pid: running.child.pid, code }, 'a process ended and is started again')
        if (performance.now() - running.since > settledMs) this.#delays.delete(name)
      }
      const delayMs = this.#delays.get(name) ?? firstDelayMs
      this.#delays.set(name, Math.min(2 * delayMs, longestDelayMs))
      await pause(delayMs, signal)
      if (signal.aborted) return
      // It has printed why it didn't start; the next attempt may succeed.
      running = await this.#startOnce(name).then(
        (started) => started.running,
        () => null,
      )
    }
  }

  /** A process for jobs shares no ports: what listens there, such as the proxy of captures, belongs to one process. */
  #fork(name: string): ChildProcess {
    const args = this.#argsOf(name)
    if (!name.startsWith('api')) return fork(process.argv[1] ?? '', args, { serialization: 'advanced' })
    cluster.setupPrimary({ args, serialization: 'advanced' })
    return cluster.fork().process
  }

  async #answerWithAll(child: ChildProcess, id: number): Promise<void> {
    const all = await Promise.all([...this.#running.values()].map((each) => this.#metricsOf(each.child)))
    post(child, { kind: 'all', id, metrics: all.filter((metrics) => metrics !== null) })
  }

  /** Null if it doesn't answer in time. */
  async #metricsOf(child: ChildProcess): Promise<object[] | null> {
    this.#lastId += 1
    const own = this.#lastId
    const answered = Promise.withResolvers<object[]>()
    const hear = (message: unknown) => {
      if (!isRecord(message) || message['kind'] !== 'own' || message['id'] !== own) return
      if (Array.isArray(message['metrics'])) answered.resolve(message['metrics'])
    }
    child.on('message', hear)
    post(child, { kind: 'read', id: own })
    const over = new AbortController()
    try {
      return await Promise.race([answered.promise, pause(metricsMs, over.signal).then(() => null)])
    } finally {
      over.abort()
      child.off('message', hear)
    }
  }
}

/** A process that is just ending isn't an error. */
function post(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, undefined, {}, () => {})
}
