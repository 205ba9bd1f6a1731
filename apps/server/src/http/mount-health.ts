import type { FastifyInstance } from 'fastify'
import { lossErrors } from '../app/loss-errors.ts'
import { assertAnswers, type Database } from '../db/database.ts'
import { DatabaseAwayError } from '../db/loss.ts'

/** `/healthz`: the process runs. `/readyz`: it reaches its database. */
export function mountHealth(server: FastifyInstance, database: Database): void {
  server.get('/healthz', async () => ({ ok: true }))
  server.get('/readyz', async (request, reply) => {
    try {
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
