import { makeCertificate, type MadeCertificate } from './certificates.ts'
import { FakeCtLog, listOfLogs } from './fake-ct-log.ts'
import { startFakeServer } from './fake-server.ts'
import { parseLogList, type CtLog } from '../src/ct/log-list.ts'

/** Pseudo-random numbers that are the same in every run (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Fake logs of both kinds on one local server. */
export interface CtWorld {
  logs: FakeCtLog[]
  listed: CtLog[]
  list: string
  url: string
  address: string
  /** Adds `count` entries with one name each, `n<index>.<log>.example`, to a log. */
  grow(log: FakeCtLog, count: number): void
  close(): Promise<void>
}

// Signing thousands of certificates would dominate the run time, so entries reuse a few certificates: only their positions differ.
const spare: MadeCertificate[] = []

export async function startCtWorld(kinds: Record<string, 'rfc6962' | 'static-ct'>): Promise<CtWorld> {
  const server = await startFakeServer()
  const url = `http://${server.address}`
  const logs = Object.keys(kinds).map((name) => new FakeCtLog(name))
  server.onOther((request, response) => logs.some((log) => log.answer(request, response)))
  const of = (kind: string) =>
    logs.filter(({ name }) => kinds[name] === kind).map((log) => log.listed(url, kind as 'rfc6962'))
  const list = listOfLogs(of('rfc6962'), of('static-ct'))
  const parsed = parseLogList(list).logs
  return {
    logs,
    listed: logs.map(({ name }) => parsed.find(({ description }) => description === name) as CtLog),
    list,
    url,
    address: server.address,
    grow(log, count) {
      for (let added = 0; added < count; added += 1) {
        const names = [`n${log.size}.${log.name}.example`]
        // Names tiles contain the given names, so entries can share certificates. Data tiles contain certificates, so each entry needs its
        // own.
        if (spare.length < 64) spare.push(makeCertificate({ names: [`spare${spare.length}.example`] }))
        log.add(
          log.faults.hasNames === false ? makeCertificate({ names }) : (spare.at(log.size % 64) as MadeCertificate),
          names,
        )
      }
    },
    close: () => server.close(),
  }
}
