import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { MetricsParts } from './metrics/metrics.ts'
import { mountMetrics } from './metrics/mount-metrics.ts'
import { mountHealth } from './mount-health.ts'
import { answerError } from './responses/problems.ts'

/** The server of a process without the API: its health and its metrics, and nothing else. */
export function healthServer(parts: MetricsParts & { log: Logger }, token: string | null): FastifyInstance {
  const server = fastify<Server, IncomingMessage, ServerResponse>({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  server.decorateRequest('actor', null)
  server.decorateRequest('companyKey', null)
  server.setErrorHandler<Error>((error, request, reply) => answerError(error, request, reply))
  server.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND', { what: 'page' })
  })
  // Before the routes, because a hook only sees those that come after it.
  mountMetrics(server, parts, token)
  mountHealth(server, parts.database)
  return server
}
