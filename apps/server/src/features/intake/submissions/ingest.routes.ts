import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  IngestAnswer,
  IngestSource,
  ingestTypes,
  type listIngestJobs as contract,
} from '@signet/contract/collection/ingest'
import { required } from '@signet/contract/narrow'
import type { Handler } from '../../../app/handler.ts'
import type { App } from '../../../app/app.ts'
import { AppError } from '../../../errors.ts'
import { authenticateKey, type KnownKey } from '../../api-keys/authenticate-key.ts'
import { ingestStream } from './ingest-stream.ts'
import { listJobs } from './ingest.queries.ts'

/** Mounts the call that ingests findings. Its body is a stream that only this call reads. */
export async function mountIngest(server: FastifyInstance, app: App): Promise<void> {
  const keys = new WeakMap<FastifyRequest, KnownKey>()
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...ingestTypes], (_request, _payload, done) => done(null))
    scope.post<{ Params: { source: string } }>('/api/rest/ingest/:source', {
      config: { isLongBody: true },
      onRequest: async (request) => {
        keys.set(request, await authenticateKey(app, request, 'ingest'))
      },
      handler: async (request, reply) => {
        const key = keys.get(request)
        if (!key) throw new Error('authenticateKey() did not run')
        request.companyKey = key.company.key
        const source = z.safeDecode(IngestSource, request.params.source)
        if (!source.success) throw new AppError('NOT_FOUND', { what: 'source' })
        const idempotencyKey = request.headers['idempotency-key'] ?? null
        if (idempotencyKey !== null && (Array.isArray(idempotencyKey) || !/^.{1,200}$/.test(idempotencyKey))) {
          throw new AppError('IDEMPOTENCY_KEY_INVALID')
        }
        const encoding = request.headers['content-encoding'] ?? 'identity'
        if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
          throw new AppError('STREAM_ENCODING_UNKNOWN')
        }
        const answer = await ingestStream(
          {
            database: app.database,
            hashKey: app.keys.bodies,
            ...(app.installation.looksUp ? { enqueue: app.queue.enqueue } : {}),
            ...(app.ingestLimits ? { limits: app.ingestLimits } : {}),
          },
          {
            key,
            source: source.data,
            body: request.raw,
            isGzip: encoding !== 'identity',
            idempotencyKey,
            requestId: request.id,
            ip: request.ip,
          },
        )
        return reply.header('cache-control', 'no-store').send(z.encode(IngestAnswer, answer))
      },
    })
  })
}

export const listIngestJobs: Handler<typeof contract> = async ({ tx, companies }, { query }) => {
  const keyOf = new Map(companies.map(({ id, key }) => [id, key]))
  const page = await listJobs(tx, [...keyOf.keys()], query)
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      source: row.source,
      company: required(keyOf.get(row.company_id), 'a company'),
      state: row.state,
      accepted: row.accepted,
      duplicates: row.duplicates,
      suppressed: row.suppressed,
      rejected: row.rejected_count,
      at: row.created_at.toISOString(),
    })),
  }
}
