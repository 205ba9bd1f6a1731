import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { createSecureContext } from 'node:tls'
import { certificateKey, makeCertificate } from '../certificates.ts'
import { respond, type FakeHost } from './host-pages.ts'
import type { Provider } from './providers.ts'

/** The web servers of all providers: each listens on the address of its network, all on the same two ports. */
export interface FakeHosting {
  ports: { http: number; https: number }
  close(): Promise<void>
}

/** @param find the host of a name, and the provider whose address its visitors reach */
export async function startFakeHosting(
  providers: readonly Provider[],
  find: (name: string) => { host: FakeHost; provider: Provider } | null,
): Promise<FakeHosting> {
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const found = find((request.headers.host ?? '').split(':')[0] ?? '')
    if (!found) return void response.writeHead(404).end('no such site')
    const asked = {
      path: request.url ?? '/',
      userAgent: request.headers['user-agent'] ?? '',
      referer: request.headers.referer ?? '',
    }
    const page = respond(found.host, asked, found.provider.name, `:${http.port}`)
    if (!page) return void request.socket.destroy()
    response.writeHead(page.status, { server: found.provider.server, 'cache-control': 'no-store', ...page.headers })
    response.end(page.body)
  }
  const addresses = [...new Set(providers.map(({ address }) => address))]
  const http = await listenOn(addresses, () => createServer(serve))
  const https = await listenOn(addresses, () => createTlsServer({ SNICallback: certificateFor }, serve))
  return {
    ports: { http: http.port, https: https.port },
    close: async () => void (await Promise.all([http.close(), https.close()])),
  }
}

/** A certificate for the name that the visitor asks for, from an authority that nobody trusts. */
function certificateFor(
  name: string,
  done: (error: Error | null, context?: ReturnType<typeof createSecureContext>) => void,
) {
  const { certificate } = makeCertificate({
    names: [name],
    commonName: name,
    notBefore: new Date('2026-01-02T03:04:05Z'),
    notAfter: new Date('2046-01-02T03:04:05Z'),
  })
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
  done(null, createSecureContext({ cert, key: certificateKey() }))
}

const attemptsMax = 20

/** Listens on one port of several addresses; another port if it is in use on one of them. */
async function listenOn(
  addresses: readonly string[],
  newServer: () => Server & { closeAllConnections(): void },
): Promise<{ port: number; close(): Promise<void> }> {
  for (let attempt = 1; ; attempt += 1) {
    const servers: ReturnType<typeof newServer>[] = []
    const close = async () => {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
    }
    try {
      let port = 0
      for (const address of addresses) {
        const server = newServer()
        server.listen(port, address)
        await once(server, 'listening')
        servers.push(server)
        const listening = server.address()
        if (listening && typeof listening === 'object') port = listening.port
      }
      return { port, close }
    } catch (error) {
      await close()
      if (attempt === attemptsMax) throw error
    }
  }
}
