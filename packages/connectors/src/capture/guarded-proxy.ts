import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ConnectorError } from '../connector-error.ts'
import { checkUrl, resolvePublic, type ResolveHost } from '../public-address.ts'
import { connectByExit, type Exit } from './exits.ts'

/** Where a visit may go, and how much it may load. */
export interface ProxyOptions {
  /** Bytes of both directions. */
  bytesMax: number
  /** Including refused ones. */
  connectionsMax: number
  /** Exceptions from the address and port rules, as `host:port`. */
  allowAddress: readonly string[]
  /** Finds the addresses of a name; if missing, the system does. */
  lookup?: ResolveHost | undefined
  /** The proxy that connections leave by; if missing, they leave from this machine. */
  exit?: Exit | undefined
  /** The address to listen on, 127.0.0.1 by default. */
  listenOn?: string | undefined
}

/** A proxy through which a browser only reaches public addresses. */
export interface GuardedProxy {
  port: number
  /** What was refused, as `host:port`, at most 100. */
  refused: ReadonlySet<string>
  /** The IP address that each host was connected to. */
  ips: ReadonlyMap<string, string>
  /** Resolves when a limit is reached; every connection is closed then. */
  exceeded: Promise<void>
  close(): Promise<void>
}

const connectTimeoutMs = 10_000
/** Closes connections on which nothing is sent. */
const idleMs = 30_000
const refusedMax = 100
/** RFC 9110, section 7.6.1, and the headers of a connection to a proxy. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])

/**
 * Opens a proxy for one visit of a hostile page. Every connection of the browser, including those of scripts and web sockets, is checked
 * here: a name is resolved once and the connection uses the checked address, so that a name whose address changes between two look-ups
 * leads nowhere else (DNS rebinding).
 *
 * Source: CONNECT of RFC 9110, section 9.3.6; requests to proxies of RFC 9112, section 3.2.2.
 */
export async function openGuardedProxy(options: ProxyOptions): Promise<GuardedProxy> {
  const { bytesMax, connectionsMax, allowAddress } = options
  const sockets = new Set<Duplex>()
  const refused = new Set<string>()
  const ips = new Map<string, string>()
  let bytes = 0
  let connections = 0
  let isOver = false
  const { promise: exceeded, resolve: exceed } = Promise.withResolvers<void>()

  const stop = () => {
    isOver = true
    exceed()
    for (const socket of sockets) socket.destroy()
  }
  /** Counts what arrives on a connection, and closes it with the proxy. */
  const follow = (socket: Duplex): Duplex => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) stop()
    })
    return socket
  }
  /** Connects to the host of an address if our rules allow it. */
  const reach = async (url: URL): Promise<Socket> => {
    connections += 1
    if (connections > connectionsMax) stop()
    if (isOver) throw new Error('The limits of this visit are reached')
    checkUrl(url, allowAddress)
    const port = portOf(url)
    for (const ip of await resolvePublic(url, allowAddress, connectTimeoutMs, options.lookup)) {
      const { exit } = options
      const opening = exit ? connectByExit(exit, ip, port, connectTimeoutMs) : connected(ip, port)
      // The next address of the host is tried.
      const socket = await opening.catch(() => null)
      if (!socket) continue
      ips.set(url.hostname, ip)
      socket.removeAllListeners('timeout').setTimeout(idleMs, () => socket.destroy())
      follow(socket)
      return socket
    }
    throw new Error(`${url.host} does not accept the connection`)
  }
  const note = (url: URL, error: unknown) => {
    if (!(error instanceof ConnectorError) || error.kind !== 'refused') return
    if (refused.size < refusedMax) refused.add(`${url.hostname}:${portOf(url)}`.slice(0, 300))
  }

  const server = createServer((request, response) => {
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null
    if (url?.protocol !== 'http:') return void response.writeHead(400).end()
    reach(url).then(
      (socket) => forward(request, response, url, socket),
      (error: unknown) => {
        note(url, error)
        // A response would look like one of the site.
        response.destroy()
      },
    )
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => {})
    const url = targetOf(request.url ?? '')
    if (!url) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    reach(url).then(
      (socket) => tunnel(follow(client), socket, head),
      (error: unknown) => {
        note(url, error)
        client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      },
    )
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, options.listenOn ?? '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  return {
    port: typeof listening === 'object' ? (listening?.port ?? 0) : 0,
    refused,
    ips,
    exceeded,
    close: async () => {
      isOver = true
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const portOf = (url: URL) => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** The target of CONNECT, `host:port`, as an address that the rules can check. */
function targetOf(authority: string): URL | null {
  const port = /:(\d{1,5})$/.exec(authority)?.[1]
  const text = `${port === '80' ? 'http' : 'https'}://${authority}`
  const url = port !== undefined && URL.canParse(text) ? new URL(text) : null
  return url?.pathname === '/' && url.search === '' && url.hash === '' ? url : null
}

function tunnel(client: Duplex, socket: Socket, head: Buffer): void {
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  socket.write(head)
  client.pipe(socket).pipe(client)
  client.once('close', () => socket.destroy())
  socket.once('close', () => client.destroy())
}

const withoutHop = (message: IncomingMessage) =>
  Object.fromEntries(Object.entries(message.headers).filter(([name]) => !hopHeaders.has(name)))

function forward(request: IncomingMessage, response: ServerResponse, url: URL, socket: Socket): void {
  const upstream = httpRequest({
    createConnection: () => socket,
    method: request.method,
    path: url.pathname + url.search,
    headers: { ...withoutHop(request), connection: 'close' },
    setHost: false,
  })
  upstream.once('response', (answer) => {
    const { 'transfer-encoding': _, ...headers } = withoutHop(answer)
    response.writeHead(answer.statusCode ?? 502, headers)
    answer.once('error', () => response.destroy())
    answer.pipe(response)
  })
  upstream.once('error', () => response.destroy())
  response.once('close', () => socket.destroy())
  request.pipe(upstream)
}

async function connected(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port })
  socket.setTimeout(connectTimeoutMs, () => socket.destroy(new Error('timeout')))
  await once(socket, 'connect')
  return socket
}
