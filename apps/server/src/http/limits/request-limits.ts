import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isRecord } from '@signet/contract/narrow'
import type { Database } from '../../db/database.ts'
import { DatabaseAwayError } from '../../db/loss.ts'
import { AppError } from '../../errors.ts'
import { checkInput } from '../requests/check-input.ts'
import type { Limits } from './limits.ts'
import type { Load } from './load.ts'
import { problemOf } from '../responses/problems.ts'

/**
 * Checks that every request of the API passes first: its size, the number of running requests, whether the database is available, and, once
 * its body is read, whether its texts are valid. Routes with `config: { isStream: true }` stay open for long and don't count as running.
 */
export function mountRequestLimits(
  server: FastifyInstance,
  limits: Limits,
  load: Load,
  database: Pick<Database, 'isAway'>,
): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.url.length > limits.urlBytes) throw new AppError('URL_TOO_LONG')
    const query = request.url.split('?', 2)[1] ?? ''
    if (query.split('&').filter(Boolean).length > limits.queryParameters)
      throw new AppError('TOO_MANY_PARAMETERS', { max: limits.queryParameters })
    const isCall = /^\/api([/?]|$)/.test(request.url)
    // Already known, so the request doesn't wait in vain.
    if (isCall && database.isAway()) throw new DatabaseAwayError()
    const isStream = isRecord(request.routeOptions.config) && request.routeOptions.config['isStream'] === true
    if (isStream || !isCall) return
    const leave = load.enter()
    // Whichever comes first: the answer was sent, or the caller disconnected.
    reply.raw.once('finish', leave).once('close', leave)
  })
  server.addHook('preValidation', async ({ params, query, body }) => checkInput(limits, { params, query, body }))
}

/** Answers input that isn't a valid HTTP request: Node's own answer isn't a problem document. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const reason =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'HEADERS_TOO_LARGE'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'REQUEST_TIMEOUT'
        : 'BAD_REQUEST'
  const body = problemOf(crypto.randomUUID(), new AppError(reason))
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${body.status} ${body.title}\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\n` +
      `x-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}
