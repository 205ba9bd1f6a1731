// Runs in a thread of its own, so that the clients do not compete with the server for its thread.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** The clients' settings: target, concurrency and duration. */
export interface Order {
  url: string
  /** Addresses to write to, each once, instead of reading `url`; `body` is sent. The run ends when none is left. */
  urls?: readonly string[]
  body?: string
  token: string
  clients: number
  seconds: number
}

parentPort?.on('message', (order: Order) => {
  void run(order).then(
    (figures) => answer(figures),
    (error: Error) => answer({ error: error.message }),
  )
})

/** The result of an order. */
export type Answer = Figures | { error: string }

/** Calls per second, and their median and 99th percentile in ms. */
export interface Figures {
  perSecond: number
  medianMs: number
  p99Ms: number
}

function answer(words: Answer): void {
  // A thread has no origin, as a window has.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(words)
}

async function run(order: Order): Promise<Figures> {
  const { url, urls, clients, seconds } = order
  const left = urls && [...urls]
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const times: number[] = []
  const client = async () => {
    while (performance.now() < until) {
      const next = left ? left.pop() : url
      if (next === undefined) return
      const sentAt = performance.now()
      await call(next, order, agent)
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  const tookSeconds = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / tookSeconds, medianMs: at(0.5), p99Ms: at(0.99) }
}

function call(url: string, { token, body }: Order, agent: Agent): Promise<void> {
  const writing = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : writing) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the call answered ${response.statusCode}`))
      response.on('end', resolve).on('error', reject).resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
