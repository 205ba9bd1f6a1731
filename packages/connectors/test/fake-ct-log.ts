import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { minuteMs } from '@signet/contract/time'
import { hashOfNode, TreeEdge } from '../src/ct/tree-edge.ts'
import type { MadeCertificate } from './certificates.ts'

/** The faults of a fake log; initially it has none. */
export interface CtFaults {
  /** Maximum number of entries in a response of `get-entries`. */
  shortAnswers?: number
  /** Every n-th request is answered with 429 and `Retry-After: 0`. */
  throttleEvery?: number
  /** Every n-th request is interrupted. */
  breakEvery?: number
  /** Partial tiles are deleted: only full tiles are served, and the partial one at the end of the tree. */
  losesPartialTiles?: boolean
  /** Delay of each response, ms. */
  delayMs?: number
  /** Full tiles that are no longer served, by number. */
  lostTiles?: readonly number[]
  /** Whether there are names tiles; true by default. */
  hasNames?: boolean
  /** Calls of RFC 6962 that are not offered, e.g. `get-entry-and-proof`. */
  refuses?: readonly string[]
}

interface Logged {
  /** A TimestampedEntry of RFC 6962. */
  timestamped: Buffer
  precertificate: Buffer | null
  names: readonly string[]
  loggedAt: number
  leafHash: Buffer
}

const u16 = (value: number) => Buffer.of(value >> 8, value & 0xff)
const u24 = (bytes: Buffer) =>
  Buffer.concat([Buffer.of(bytes.length >> 16, (bytes.length >> 8) & 0xff, bytes.length & 0xff), bytes])
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const tileWidth = 256

/**
 * A certificate transparency log on 127.0.0.1 that serves the same entries over both protocols: it grows, signs its tree heads with its
 * key, and misbehaves on request. Pass its `answer` to an HTTP server.
 */
export class FakeCtLog {
  readonly name: string
  readonly faults: CtFaults = {}
  /** Paths of all requests. */
  readonly asked: string[] = []
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  #entries: Logged[] = []
  #levels: Buffer[][] = []
  #now = Date.now() - minuteMs
  #requests = 0
  /** A head that is served instead of the tree's own. */
  #shown: { size: number; root: Buffer; timestamp: number } | null = null

  constructor(name: string) {
    this.name = name
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  get size(): number {
    return this.#entries.length
  }

  /** The log's entry in a log list, with the address of its server. */
  listed(url: string, kind: 'rfc6962' | 'static-ct', more: object = { state: { usable: {} } }): object {
    const key = this.#keys.publicKey.export({ format: 'der', type: 'spki' })
    const common = {
      description: this.name,
      log_id: hash('sha256', key, 'base64'),
      key: key.toString('base64'),
      mmd: 60,
      ...more,
    }
    return kind === 'rfc6962'
      ? { ...common, url: `${url}/${this.name}/` }
      : { ...common, submission_url: `https://${this.name}.test/`, monitoring_url: `${url}/${this.name}/` }
  }

  /** Logs a precertificate, or a certificate. */
  add(
    made: MadeCertificate,
    names: readonly string[],
    as: 'precertificate' | 'certificate' = 'precertificate',
  ): number {
    const isPre = as === 'precertificate'
    const signed = isPre
      ? Buffer.concat([u16(1), Buffer.alloc(32, 7), u24(made.tbs)])
      : Buffer.concat([u16(0), u24(made.certificate)])
    const index = this.#entries.length
    // The leaf index extension of static-ct-api: u8 type, u16 length, u40.
    const extensions = Buffer.concat([
      u16(8),
      Buffer.of(0, 0, 5, 0),
      Buffer.from(index.toString(16).padStart(8, '0'), 'hex'),
    ])
    this.#now += 1
    const timestamped = Buffer.concat([u64(this.#now), signed, extensions])
    // Prefix of a leaf, version 1, timestamped entry.
    const leafHash = hash('sha256', Buffer.concat([Buffer.of(0, 0, 0), timestamped]), 'buffer')
    this.#entries.push({
      timestamped,
      precertificate: isPre ? made.precertificate : null,
      names,
      loggedAt: this.#now,
      leafHash,
    })
    this.#addHash(0, leafHash)
    return index
  }

  /** From now on the log serves another tree of the same size. */
  fork(): void {
    this.#shown = { size: this.size, root: randomBytes(32), timestamp: this.#now + 1000 }
  }

  /** From now on the log serves a smaller tree, newer (a lost disk) or older (a front end that lags). */
  shrink(by: number, isNewer: boolean): void {
    const size = this.size - by
    this.#shown = { size, root: this.#rootOf(size), timestamp: this.#now + (isNewer ? 1000 : -1000) }
  }

  /** Serves its own tree again. */
  heal(): void {
    this.#shown = null
  }

  /** Answers requests below `/<name>/`; returns false for others. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? ''
    if (!url.startsWith(`/${this.name}/`)) return false
    const path = url.slice(this.name.length + 2)
    this.asked.push(path)
    this.#requests += 1
    const number = this.#requests
    const every = (count: number | undefined) => count !== undefined && number % count === 0
    if (this.faults.delayMs !== undefined) setTimeout(() => this.#send(path, every, response), this.faults.delayMs)
    else this.#send(path, every, response)
    return true
  }

  #send(path: string, every: (count: number | undefined) => boolean, response: ServerResponse): void {
    if (every(this.faults.throttleEvery)) response.writeHead(429, { 'retry-after': '0.05' }).end()
    else if (every(this.faults.breakEvery)) response.destroy()
    else {
      const body = path.startsWith('ct/v1/') ? this.#rfc6962(path.slice(6)) : this.#static(path)
      if (body === null) response.writeHead(404).end('nothing here')
      else if (typeof body === 'string') response.end(body)
      else response.setHeader('content-encoding', 'gzip').end(gzipSync(body, { level: 1 }))
    }
  }

  #head() {
    return this.#shown ?? { size: this.size, root: this.#rootOf(this.size), timestamp: this.#now }
  }

  #signatureOf({ size, root, timestamp }: { size: number; root: Buffer; timestamp: number }): Buffer {
    const bytes = sign(
      'sha256',
      Buffer.concat([Buffer.of(0, 1), u64(timestamp), u64(size), root]),
      this.#keys.privateKey,
    )
    return Buffer.concat([Buffer.of(4, 3), u16(bytes.length), bytes])
  }

  #static(path: string): Buffer | string | null {
    if (path === 'checkpoint') return this.#checkpoint()
    const [, kind = '', number = '', width] = /^tile\/(\w+)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? []
    const tile = Number(number.replaceAll(/[x/]/g, ''))
    const level = kind === 'data' || kind === 'names' ? 0 : Number(kind)
    const count = Math.floor(this.size / tileWidth ** level) - tile * tileWidth
    const wanted = width === undefined ? tileWidth : Number(width)
    if (kind === '' || wanted > count || wanted === 0) return null
    if (width !== undefined && this.faults.losesPartialTiles && wanted < count) return null
    if (level === 0 && kind !== '0' && this.faults.lostTiles?.includes(tile)) return null
    return this.tile(kind, tile, wanted)
  }

  /** The bytes of a tile: `data`, `names`, or a level of hashes. */
  tile(kind: string, tile: number, width: number): Buffer | null {
    const from = tile * tileWidth
    const entries = this.#entries.slice(from, from + width)
    if (kind === 'data') return Buffer.concat(entries.map(tileLeafOf))
    if (kind === 'names' && this.faults.hasNames === false) return null
    if (kind === 'names') return Buffer.from(entries.map(namesLineOf).join(''))
    return Buffer.concat((this.#levels[Number(kind) * 8] ?? []).slice(from, from + width))
  }

  #checkpoint(): string {
    const head = this.#head()
    const origin = `${this.name}.test`
    const logId = hash('sha256', this.#keys.publicKey.export({ format: 'der', type: 'spki' }), 'buffer')
    const keyId = hash('sha256', Buffer.concat([Buffer.from(`${origin}\n`), Buffer.of(5), logId]), 'buffer').subarray(
      0,
      4,
    )
    const signature = Buffer.concat([keyId, u64(head.timestamp), this.#signatureOf(head)])
    const witness = Buffer.concat([Buffer.alloc(4, 1), randomBytes(64)])
    return `${origin}\n${head.size}\n${head.root.toString('base64')}\n\n\u2014 witness.test ${witness.toString('base64')}\n\u2014 ${origin} ${signature.toString('base64')}\n`
  }

  #rfc6962(path: string): string | null {
    const [call, query = ''] = path.split('?')
    const head = this.#head()
    const asked = new URLSearchParams(query)
    if (call === 'get-sth')
      return JSON.stringify({
        tree_size: head.size,
        timestamp: head.timestamp,
        sha256_root_hash: head.root.toString('base64'),
        tree_head_signature: this.#signatureOf(head).toString('base64'),
      })
    if (call === 'get-entries') {
      const start = Number(asked.get('start'))
      const end = Math.min(Number(asked.get('end')) + 1, head.size, start + (this.faults.shortAnswers ?? 1000))
      if (this.faults.lostTiles?.includes(Math.floor(start / tileWidth))) return null
      return start < end ? JSON.stringify({ entries: this.#entries.slice(start, end).map(rowOf) }) : null
    }
    if (call === undefined || this.faults.refuses?.includes(call)) return null
    if (call === 'get-sth-consistency') {
      const proof = this.#consistency(Number(asked.get('first')), 0, Number(asked.get('second')), true)
      return JSON.stringify({ consistency: proof.map((node) => node.toString('base64')) })
    }
    const treeSize = Number(asked.get('tree_size'))
    const wanted = asked.get('hash')
    const index =
      call === 'get-entry-and-proof'
        ? Number(asked.get('leaf_index'))
        : this.#entries.findIndex(({ leafHash }) => leafHash.toString('base64') === wanted)
    // The tests don't request proofs in larger trees.
    if (index < 0 || treeSize !== index + 1) return null
    const edge = Buffer.from(this.#edgeOf(index).toString(), 'base64')
    const path32 = Array.from({ length: edge.length / 32 }, (_, at) =>
      edge.subarray(at * 32, at * 32 + 32).toString('base64'),
    ).toReversed()
    if (call === 'get-proof-by-hash') return JSON.stringify({ leaf_index: index, audit_path: path32 })
    return JSON.stringify({ ...rowOf(this.#entries.at(index) as Logged), audit_path: path32 })
  }

  /** SUBPROOF of RFC 6962, section 2.1.2, for a range of entries. */
  #consistency(size: number, from: number, until: number, isWhole: boolean): Buffer[] {
    if (size === until - from) return isWhole ? [] : [this.#rootBetween(from, until)]
    const left = 2 ** Math.floor(Math.log2(until - from - 1))
    return size <= left
      ? [...this.#consistency(size, from, from + left, isWhole), this.#rootBetween(from + left, until)]
      : [...this.#consistency(size - left, from + left, until, false), this.#rootBetween(from, from + left)]
  }

  #rootBetween(from: number, until: number): Buffer {
    const edge = new TreeEdge()
    for (const { leafHash } of this.#entries.slice(from, until)) edge.append(leafHash)
    return edge.root()
  }

  #addHash(level: number, leafHash: Buffer): void {
    const hashes = (this.#levels[level] ??= [])
    hashes.push(leafHash)
    if (hashes.length % 2 === 0) this.#addHash(level + 1, hashOfNode(hashes.at(-2) as Buffer, leafHash))
  }

  #edgeOf(size: number): TreeEdge {
    const edge = new TreeEdge()
    for (const { leafHash } of this.#entries.slice(0, size)) edge.append(leafHash)
    return edge
  }
  #rootOf(size: number): Buffer {
    return this.#edgeOf(size).root()
  }
}

function tileLeafOf({ timestamped, precertificate }: Logged): Buffer {
  return Buffer.concat([
    timestamped,
    precertificate ? u24(precertificate) : Buffer.alloc(0),
    u16(32),
    Buffer.alloc(32, 9),
  ])
}

function namesLineOf({ loggedAt, names }: Logged): string {
  return `${JSON.stringify({ Timestamp: loggedAt, Subject: { CommonName: names[0] }, DNS: names })}\n`
}

function rowOf({ timestamped, precertificate }: Logged): object {
  const chain = u24(Buffer.alloc(0))
  return {
    leaf_input: Buffer.concat([Buffer.of(0, 0), timestamped]).toString('base64'),
    extra_data: (precertificate ? Buffer.concat([u24(precertificate), chain]) : chain).toString('base64'),
  }
}

/** A log list in version 3, as published by browsers. */
export function listOfLogs(logs: readonly object[], tiledLogs: readonly object[]): string {
  return JSON.stringify({
    version: '70.1',
    log_list_timestamp: new Date().toISOString(),
    operators: [{ name: 'Test Operator', email: [], logs, tiled_logs: tiledLogs }],
  })
}
