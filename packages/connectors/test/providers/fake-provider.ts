import { IncomingMessage, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { connectorNames, type ConnectorName } from '@signet/contract/collection/connectors'
import { isOneOf } from '@signet/contract/narrow'
import { startFakeServer, type FakeServer } from '../fake-server.ts'
import type { CallAnswer } from '../telegram/serve-telegram.ts'

/** One thing at a provider, which each fake provider writes in its own format. */
export interface Listing {
  /** Digits only, because some providers have numbers as ids. */
  id: string
  /** What people see it called. */
  name: string
  /** Account, package or repository owner, without `@`. */
  handle: string
  /** Who published it, e.g. the seller of an app. */
  publisher: string
  /** Biography, message, description, code. */
  text: string
  /** Where it leads to; null if nowhere. */
  link: string | null
  /** In international form; null if it has none. */
  phone: string | null
  /** In ISO 8601. */
  at: string
  followers: number
  isVerified: boolean
  /** The address of its picture; one that doesn't exist if left out. */
  picture?: string
}

/**
 * - `throttles`: too many calls, free again at `freeAt`, in the words of the provider
 * - `usedUp`: the quota of a longer period is used up; like `throttles` where a provider doesn't tell them apart
 * - `expired`: the account is no longer accepted
 * - `changed`: a successful answer in another format
 * - `malformed`: the first record of each answer lacks what makes it one
 * - `silent`: nothing is found
 * - `huge`: an answer without end
 * - `fails`: an error of the provider
 */
export const manners = [
  'ok',
  'throttles',
  'usedUp',
  'expired',
  'changed',
  'malformed',
  'silent',
  'huge',
  'fails',
] as const
/** One of `manners`. */
export type Manner = (typeof manners)[number]

/** What a fake provider answers from. */
export interface World {
  manner: Manner
  /** What a search finds at a provider, newest first. */
  listings: (term: string, provider?: ConnectorName) => readonly Listing[]
  /** Largest number of records in an answer; providers allow more. */
  pageSize: number
  /** When a provider that throttles is free again. */
  freeAt: Date
  /** Channels that an account is a member of; none if missing. */
  joined?: number
}

export interface FakeRequest {
  method: string
  /** Without the name of the provider before it. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface FakeAnswer {
  status: number
  headers?: Record<string, string>
  body: unknown
}

/** Answers as a provider does, by its documentation; null for a call that it doesn't have. */
export type FakeProvider = (request: FakeRequest, world: World) => FakeAnswer | null

/** Local stand-ins for providers, each at `<url>/<name>`. */
export interface FakeProviders {
  server: FakeServer
  world: World
  /** The manners of single providers; all others have those of `world`. */
  mannerOf: Map<string, Manner>
  base(name: string): string
  close(): Promise<void>
}

/** Starts them on 127.0.0.1. */
export async function startFakeProviders(providers: Readonly<Record<string, FakeProvider>>): Promise<FakeProviders> {
  const server = await startFakeServer()
  const world: World = { manner: 'ok', listings: () => [], pageSize: 2, freeAt: new Date(0) }
  const mannerOf = new Map<string, Manner>()
  const worlds = new Map<string, World>()
  /** The world as one provider shows it; always the same object, because some remember what they answered. */
  const worldOf = (name: string): World => {
    const known = worlds.get(name)
    if (known) return known
    const shown: World = {
      listings: (term) => world.listings(term, isOneOf(connectorNames, name) ? name : undefined),
      get manner() {
        return mannerOf.get(name) ?? world.manner
      },
      get pageSize() {
        return world.pageSize
      },
      get freeAt() {
        return world.freeAt
      },
      get joined() {
        return world.joined ?? 0
      },
    }
    worlds.set(name, shown)
    return shown
  }
  server.onOther((incoming, response) => {
    const url = new URL(incoming.url ?? '/', 'http://fake.test')
    const [, name = '', ...steps] = url.pathname.split('/')
    const provider = Object.entries(providers).find(([each]) => each === name)?.[1]
    if (!provider) return false
    void answer(incoming, response, { provider, url, path: `/${steps.join('/')}`, shown: worldOf(name) })
    return true
  })
  server.onUpgrade((incoming, socket) => {
    const [, name = ''] = (incoming.url ?? '').split('/')
    const provider = Object.entries(providers).find(([each]) => each === name)?.[1]
    if (!provider) return false
    socket.pause()
    // Large, and only needed by what asks Telegram.
    void import('../telegram/serve-telegram.ts').then(({ serveTelegram }) =>
      serveTelegram(incoming, socket, (call, body) => answerToCall(provider, { incoming, name, call, body })),
    )
    return true
  })
  return { server, world, mannerOf, base: (name) => server.url(`/${name}`), close: () => server.close() }

  /** A call over MTProto is answered like one over HTTP: its name is the path, and its arguments are the body. */
  function answerToCall(
    provider: FakeProvider,
    { incoming, name, call, body }: { incoming: IncomingMessage; name: string; call: string; body: string },
  ): CallAnswer | 'endless' | null {
    // The data centre, which is the host at Telegram.
    const [, , host] = (incoming.url ?? '').split('/')
    const shown = worldOf(name)
    const asked = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url: `/${name}/${call}` })
    server.requests.push(asked)
    if (shown.manner === 'huge') return 'endless'
    const request = { method: 'POST', path: `/${call}`, query: new URLSearchParams(), headers: { host }, body }
    return answerOf(provider, request, shown)
  }

  async function answer(
    incoming: IncomingMessage,
    response: ServerResponse,
    { provider, url, path, shown }: { provider: FakeProvider; url: URL; path: string; shown: World },
  ): Promise<void> {
    const body = await bodyOf(incoming)
    if (shown.manner === 'huge') return sendForEver(response)
    const { method = 'GET', headers } = incoming
    const answered = answerOf(provider, { method, path, query: url.searchParams, headers, body }, shown)
    response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers })
    response.end(typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body))
  }
}

function sendForEver(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(256 * 1024, ' ')
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

function answerOf(provider: FakeProvider, request: FakeRequest, world: World): FakeAnswer {
  if (world.manner === 'fails') return { status: 500, body: 'Internal Server Error' }
  return provider(request, world) ?? { status: 404, body: 'Not Found' }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** A page of what a search finds; `next` is the offset of the page after it, null for the last. */
export function pageOf(
  world: World,
  term: string,
  offset: number,
  size = world.pageSize,
): { listings: readonly Listing[]; next: number | null } {
  const all = world.manner === 'silent' ? [] : world.listings(term)
  const next = offset + size
  return { listings: all.slice(offset, next), next: next < all.length ? next : null }
}

/** The records of an answer: under the manner `malformed`, the first lacks all its fields but an id. */
export function recordsOf(
  world: World,
  listings: readonly Listing[],
  write: (listing: Listing) => object,
): readonly object[] {
  return listings.map((listing, index) =>
    world.manner === 'malformed' && index === 0 ? { id: listing.id } : write(listing),
  )
}
