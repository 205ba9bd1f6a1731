import type { FastifyInstance } from 'fastify'
import { lossErrors } from '../app/loss-errors.ts'
import { assertAnswers, type Database } from '../db/database.ts'
import { DatabaseAwayError } from '../db/loss.ts'

const leaving = new WeakSet<FastifyInstance>()

/** From now on, `/readyz` answers 503, so that proxies choose another process, and each connection ends with its next response. */
export function announceStop(server: FastifyInstance): void {
  leaving.add(server)
}

/**
 * `/healthz`: the process runs. `/readyz`: it reaches its database and doesn't stop. Call it before the routes that it ends connections of.
 */
export function mountHealth(server: FastifyInstance, database: Database): void {
  server.addHook('onRequest', async (_request, reply) => {
    if (leaving.has(server)) reply.header('connection', 'close')
  })
  server.get('/healthz', async () => ({ ok: true }))
  server.get('/readyz', async (request, reply) => {
    try {
      if (leaving.has(server)) return await reply.code(503).send({ ok: false })
      if (database.isAway()) throw new DatabaseAwayError()
      await assertAnswers(database)
      return { ok: true }
    } catch (error) {
      // The watch has already logged that the database is away.
      if (!(error instanceof DatabaseAwayError)) request.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', String(lossErrors.away().retryAfter)).send({ ok: false })
    }
  })
}
