import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext } from 'node:tls'
import { certificateKey, makeCertificate, type NewCertificate } from './certificates.ts'

/** Sites on 127.0.0.1 by their host names, over http and https, each with a certificate of its own. */
export interface FakeSites {
  ports: { http: number; https: number }
  /** Sets the certificate of a host and returns it as PEM; from now on, the handshake for all others fails. */
  setCertificate(host: string, certificate: NewCertificate): string
  /** Sets the answer of a host over http and https. */
  setPage(host: string, answer: RequestListener): void
  /** All requests so far, as `GET scheme://host/path`. */
  requests: string[]
  /** `host:port` of both servers, for the `allowAddress` of hosts. */
  allow(...hosts: string[]): string[]
  close(): Promise<void>
}

const pemOf = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`

export async function startFakeSites(): Promise<FakeSites> {
  const contexts = new Map<string, ReturnType<typeof createSecureContext>>()
  const pages = new Map<string, RequestListener>()
  const requests: string[] = []
  const answer =
    (scheme: string): RequestListener =>
    (request, response) => {
      const host = (request.headers.host ?? '').replace(/:\d+$/, '')
      requests.push(`${request.method} ${scheme}://${host}${request.url}`)
      const page = pages.get(host)
      if (page) page(request, response)
      else response.writeHead(404).end('nothing here')
    }
  const http = createServer(answer('http')).listen(0, '127.0.0.1')
  const https = createSecureServer(
    {
      SNICallback: (host, done) => {
        const context = contexts.get(host)
        if (context) done(null, context)
        else done(new Error('unknown host'))
      },
    },
    answer('https'),
  ).listen(0, '127.0.0.1')
  https.on('tlsClientError', () => {})
  await Promise.all([once(http, 'listening'), once(https, 'listening')])
  const ports = { http: (http.address() as AddressInfo).port, https: (https.address() as AddressInfo).port }
  return {
    ports,
    setCertificate(host, certificate) {
      const { certificate: bytes } = makeCertificate({ names: [host], ...certificate })
      const cert = pemOf(bytes)
      contexts.set(host, createSecureContext({ key: certificateKey(), cert }))
      return cert
    },
    setPage: (host, page) => void pages.set(host, page),
    requests,
    allow: (...hosts) => hosts.flatMap((host) => Object.values(ports).map((port) => `${host}:${port}`)),
    async close() {
      for (const server of [http, https]) {
        server.closeAllConnections()
        server.close()
      }
      await Promise.all([once(http, 'close'), once(https, 'close')])
    },
  }
}
