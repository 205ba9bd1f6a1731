import fs from 'node:fs/promises'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { connectorStates } from '@signet/contract/collection/connectors'
import { watchedParts } from '@signet/contract/operation/system-health'
import type { Database } from '../../db/database.ts'
import { pause } from '../../db/pause.ts'
import { stateOf } from '../../features/intake/connectors/connector-work.ts'
import type { Siblings } from './siblings.ts'
import { readFigures, type ServerFigures } from './metrics.queries.ts'

/** What a process exports. */
export interface MetricsParts {
  database: Database
  /** The folder whose free disk space is exported; null if this process stores nothing on disk. */
  dataDir: string | null
  version: string
  /** The processes that share the port of this one; left out if it has a port of its own. */
  siblings?: Siblings | undefined
}

/** All of the database together; after that it counts as away. */
const databaseMs = 3_000
const durations = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Metrics that only answer when another process with the same port is scraped. */
export const openMetrics = (parts: MetricsParts) => new Metrics(parts)

/**
 * The metrics of this process, in the text format of Prometheus (0.0.4). No label contains a company or a person. Those of several
 * processes with one port have a label `process`; what comes from the database or the disk is read once, by the process that answers.
 */
export class Metrics {
  readonly #shared = new Registry()
  readonly #own = new Registry()
  readonly #parts: MetricsParts
  #reading: Promise<ServerFigures> | null = null
  readonly #requests = new Histogram({
    name: 'signet_http_request_duration_seconds',
    help: 'Time from the request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers: [this.#own],
  })
  readonly #up = this.#gauge('signet_database_up', 'Whether the database answered this scrape')
  readonly #connections = new Gauge({
    name: 'signet_database_pool_connections',
    help: 'Connections of this process',
    labelNames: ['state'],
    registers: [this.#own],
  })
  readonly #waiting = new Gauge({
    name: 'signet_database_pool_waiting',
    help: 'Work that waits for a connection',
    registers: [this.#own],
  })
  readonly #jobs = this.#gauge('signet_queue_jobs', 'Jobs by state; failed ones of the last day', ['queue', 'state'])
  readonly #oldest = this.#gauge('signet_queue_oldest_waiting_seconds', 'How long the oldest due job waits', ['queue'])
  readonly #emails = this.#gauge('signet_emails', 'Emails that were written in the last day, by state', ['state'])
  readonly #connectors = this.#gauge('signet_connectors', 'Connectors of all companies by state', ['state'])
  readonly #logs = this.#gauge('signet_ct_log_lag_seconds', 'How far reading a certificate log is behind', ['log'])
  readonly #tables = this.#gauge('signet_table_bytes', 'The largest tables with their indexes', ['table'])
  readonly #fullIn = this.#gauge('signet_disk_full_in_days', 'When the disk is full at the growth of the last month')
  readonly #troubled = this.#gauge('signet_part_troubled', 'Whether a watched part fails: 1, otherwise 0', ['part'])
  readonly #processes = this.#gauge('signet_processes', 'Processes that show a sign of life', ['service'])
  readonly #free = this.#gauge('signet_disk_free_bytes', 'Free space of the data directory')
  readonly #size = this.#gauge('signet_disk_size_bytes', 'Size of the disk of the data directory')

  constructor(parts: MetricsParts) {
    this.#parts = parts
    const { siblings } = parts
    if (siblings) this.#own.setDefaultLabels({ process: siblings.name })
    siblings?.answerWith(() => this.#readOwn())
    collectDefaultMetrics({ register: this.#own, prefix: 'signet_' })
    this.#gauge('signet_build_info', 'The version of the program', ['version']).set({ version: parts.version }, 1)
  }

  get contentType(): string {
    return this.#shared.contentType
  }

  /** Counts a request. `route` is the pattern of its path, never the path itself. */
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void {
    const status = `${Math.floor(request.status / 100)}xx`
    this.#requests.observe({ method: request.method, route: request.route, status }, request.seconds)
  }

  /** The text of a scrape. Without the database, it contains what the processes know by themselves. */
  async text(): Promise<string> {
    const { siblings } = this.#parts
    const [all] = await Promise.all([
      siblings ? siblings.readAll() : [await this.#readOwn()],
      this.#collectDatabase(),
      this.#collectDisk(),
    ])
    return `${await AggregatorRegistry.aggregate(all).metrics()}\n${await this.#shared.metrics()}`
  }

  /** What this process knows by itself. */
  async #readOwn(): Promise<object[]> {
    const { open, idle, waiting } = this.#parts.database.figures()
    this.#connections.set({ state: 'in_use' }, open - idle)
    this.#connections.set({ state: 'idle' }, idle)
    this.#waiting.set(waiting)
    const metrics = await this.#own.getMetricsAsJSON()
    // Nothing is added up or left out: the label of the process keeps each value apart.
    return metrics.map((metric) => ({ ...metric, aggregator: 'sum' }))
  }

  async #collectDatabase(): Promise<void> {
    const read = [
      this.#jobs,
      this.#oldest,
      this.#emails,
      this.#connectors,
      this.#logs,
      this.#tables,
      this.#troubled,
      this.#processes,
    ]
    for (const gauge of read) gauge.reset()
    // Without labels, a gauge that is reset is 0, which would be an alert.
    this.#fullIn.remove()
    const figures = await this.#figures()
    this.#up.set(figures ? 1 : 0)
    if (!figures) return
    // Nobody watches a demo on a local internet, whose clock is faster.
    const clock = { now: new Date(), factor: 1 }
    for (const { queue, state, count, seconds } of figures.jobs ?? []) {
      this.#jobs.set({ queue, state }, count)
      // Both states of a queue wait; the longer time counts.
      if (seconds !== null) this.#oldest.set({ queue }, Math.max(seconds, ...waitsOf(figures, queue)))
    }
    for (const { state, count } of figures.emails ?? []) this.#emails.set({ state }, count)
    if (figures.connectors) for (const state of connectorStates) this.#connectors.set({ state }, 0)
    for (const row of figures.connectors ?? []) this.#connectors.inc({ state: stateOf(row, clock) })
    for (const { log, seconds } of figures.logs ?? []) this.#logs.set({ log }, seconds)
    for (const { name, bytes } of figures.tables ?? []) this.#tables.set({ table: name }, bytes)
    for (const days of figures.fullIn ?? []) this.#fullIn.set(days)
    this.#collectParts(figures)
  }

  #collectParts({ troubles, processes }: ServerFigures): void {
    if (troubles) for (const part of watchedParts) this.#troubled.set({ part }, troubles.includes(part) ? 1 : 0)
    if (!processes) return
    for (const service of ['api', 'worker'])
      this.#processes.set({ service }, processes.filter((services) => services.includes(service)).length)
  }

  /** Null if the database is away or too slow. A reading that still runs is used by the next scrape too. */
  async #figures(): Promise<ServerFigures | null> {
    const { database } = this.#parts
    if (database.isAway()) return null
    this.#reading ??= readFigures(database.pool).finally(() => {
      this.#reading = null
    })
    const over = new AbortController()
    try {
      return await Promise.race([this.#reading, pause(databaseMs, over.signal).then(() => null)])
    } catch {
      // That it failed is what is exported; the watch logs why.
      return null
    } finally {
      over.abort()
    }
  }

  async #collectDisk(): Promise<void> {
    const { dataDir } = this.#parts
    if (!dataDir) return
    try {
      const { bavail, bsize, blocks } = await fs.statfs(dataDir)
      this.#free.set(bavail * bsize)
      this.#size.set(blocks * bsize)
    } catch {
      // The folder is away: no free space is what an alert should see.
      this.#free.set(0)
    }
  }

  #gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.#shared] })
  }
}

const waitsOf = ({ jobs }: ServerFigures, queue: string) =>
  (jobs ?? []).flatMap((row) => (row.queue === queue && row.seconds !== null ? row.seconds : []))
