import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { isSame } from '../../secret-token.ts'
import { Metrics, type MetricsParts } from './metrics.ts'

/**
 * Answers `GET /metrics` to callers with the token; without one it is a page that doesn't exist.
 *
 * @param token null if nothing is exported
 */
export function mountMetrics(server: FastifyInstance, parts: MetricsParts, token: string | null): void {
  const metrics = token === null ? null : new Metrics(parts)
  server.get('/metrics', async (request, reply) => {
    if (!metrics || token === null) throw new AppError('NOT_FOUND', { what: 'page' })
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw new AppError('UNAUTHENTICATED')
    reply.header('cache-control', 'no-store').type(metrics.contentType)
    return metrics.text()
  })
  if (!metrics) return
  server.addHook('onResponse', async (request, reply) => {
    metrics.countRequest({
      method: request.method,
      // Anyone can write anything into a URL that no route has.
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
}
