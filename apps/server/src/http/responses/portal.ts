import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    sendPortal(): FastifyReply
  }
}

// The placeholder in the build that the server replaces with a new nonce.
const noncePlace = '__NONCE__'

const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

/** Serves the built portal: hashed files are cached permanently, the page itself is served with a new nonce each time. */
export async function mountPortal(server: FastifyInstance, portalDir: string): Promise<void> {
  const page = await fs.readFile(path.join(portalDir, 'index.html'), 'utf8')

  const compressed = { preCompressed: true, index: false, cacheControl: false } as const
  // The build has hundreds of these files, and a route for each of them took a fifth of the time of a start.
  await server.register(fastifyStatic, {
    // The build writes .br and .gz next to each file.
    ...compressed,
    root: path.join(portalDir, 'assets'),
    prefix: '/assets/',
    suppressWarning: true,
    setHeaders: (response) => {
      response.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  await server.register(fastifyStatic, {
    ...compressed,
    root: portalDir,
    decorateReply: false,
    // Only existing files become routes: all other paths return the page.
    wildcard: false,
    globIgnore: ['index.html', 'assets/**', '.vite/**'],
    setHeaders: (response) => {
      response.header('cache-control', 'public, max-age=3600')
    },
  })

  server.decorateReply('sendPortal', function sendPortal(this: FastifyReply) {
    const nonce = randomBytes(16).toString('base64url')
    return this.code(200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(nonce))
      .header('cache-control', 'no-store')
      .send(page.replaceAll(noncePlace, nonce))
  })
  server.get('/', (_request, reply) => reply.sendPortal())
}
