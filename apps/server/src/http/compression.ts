import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { RouteDefinition } from '@signet/contract/route'

/**
 * The option of a route whose answers are JSON and hold no secret. A route without it is never compressed: the stream of events,
 * files, SCIM, the session calls and the portal.
 */
export const compressedJson: NonNullable<RouteOptions['compress']> = {
  // Among equals the first: on lists of threats zstd is as small as br in a third of the CPU time, and both beat gzip.
  encodings: ['zstd', 'br', 'gzip', 'identity'],
  // For zstd and gzip the defaults (3 and 6); brotli's own default, 11, takes longer than the query did.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  // Below it, headers and padding weigh more than what is saved.
  threshold: 1024,
  // Up to here in one go: 70 KB take 0.1 to 0.3 ms, and 1.5 ms through a stream, which first allocates a window.
  syncThreshold: 256 * 1024,
  customTypes: /^application\/(?:problem\+)?json\b/,
}

/** Whether the answers of a route of the contract are compressed. */
export function compressionOf(route: RouteDefinition): NonNullable<RouteOptions['compress']> | false {
  // BREACH (CVE-2013-3587): the length of a compressed response reveals a secret next to an attacker's text.
  return route.isSecret || route.isShownOnce ? false : compressedJson
}

/** Compresses the answers of routes that ask for it, as the caller accepts. Mounted before them. Bodies of requests stay as they are. */
export async function mountCompression(server: FastifyInstance): Promise<void> {
  await server.register(compress, { globalCompression: false, globalDecompression: false })
  server.addHook('onRoute', (route) => {
    if (!route.compress) return
    const own = [route.onSend ?? []].flat()
    // Fastify drops the body of a HEAD answer first, so that its headers would not be those of GET.
    if (route.method === 'HEAD') own.reverse()
    route.onSend = [
      async (_request, reply) => {
        reply.header('vary', 'accept-encoding')
      },
      ...own,
    ]
  })
}
