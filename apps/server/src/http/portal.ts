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

  await server.register(fastifyStatic, {
    root: portalDir,
    // Only existing files become routes: all other paths return the page.
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '.vite/**'],
    cacheControl: false,
    // The build writes .br and .gz next to each file.
    preCompressed: true,
    setHeaders: (response, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
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
