import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { RouteDefinition } from '@signet/contract/route'
import { contentEncodings } from '../../app/content-encodings.ts'

/**
 * The option of routes whose answers are JSON without secrets. Routes without it are never compressed: the event stream, files, SCIM, the
 * session calls and the portal.
 */
export const compressedJson: NonNullable<RouteOptions['compress']> = {
  encodings: contentEncodings,
  // The defaults for zstd and gzip (3 and 6); brotli's default, 11, takes longer than the query did.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  // Below this size, headers and padding outweigh the savings.
  threshold: 1024,
  // Up to this size in one call: 70 KB take 0.1 to 0.3 ms, but 1.5 ms through a stream, which first allocates a window.
  syncThreshold: 256 * 1024,
  customTypes: /^application\/(?:problem\+)?json\b/,
}

/** Whether the answers of a contract route are compressed. */
export function compressionOf(route: RouteDefinition): NonNullable<RouteOptions['compress']> | false {
  // BREACH (CVE-2013-3587): the length of a compressed response reveals a secret next to an attacker's text.
  return route.isSecret || route.isShownOnce ? false : compressedJson
}

/**
 * Compresses the answers of routes with the option in an encoding that the caller accepts. Mounted before the routes. Request bodies aren't
 * changed.
 */
export async function mountCompression(server: FastifyInstance): Promise<void> {
  await server.register(compress, { globalCompression: false, globalDecompression: false })
  server.addHook('onRoute', (route) => {
    if (!route.compress) return
    const own = [route.onSend ?? []].flat()
    // Fastify drops the body of a HEAD answer first, so that its headers would differ from those of GET.
    if (route.method === 'HEAD') own.reverse()
    route.onSend = [
      async (_request, reply) => {
        reply.header('vary', 'accept-encoding')
      },
      ...own,
    ]
  })
}
