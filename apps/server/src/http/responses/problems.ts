import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '@signet/contract/errors/errors'
import { lossErrors } from '../../app/loss-errors.ts'
import { lossOf } from '../../db/loss.ts'
import { AppError } from '../../errors.ts'

/** The error body of the contract. */
export function problemOf(requestId: string, error: AppError): ErrorBody {
  const { code, status, message, reason, parameters, details } = error
  return {
    type: `/problems/${code.toLowerCase().replaceAll('_', '-')}`,
    title: titles[status] ?? 'Error',
    status,
    detail: message,
    instance: `/requests/${requestId}`,
    message,
    code,
    reason,
    parameters,
    ...(details ? { details } : {}),
    requestId,
  }
}

/** Sends the error body of the contract as RFC 9457 `application/problem+json`. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const body = problemOf(request.id, error)
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  return reply
    .code(body.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(body))
}

const titles: Record<number, string> = {
  400: 'Invalid request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Server error',
  503: 'Not available',
}

/** The answer for any thrown value; the body contains no details of unexpected causes. */
export function answerError(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof AppError) return sendProblem(request, reply, error)
  const known = expectedOf(error)
  if (known) return sendProblem(request, reply, known)
  request.log.error({ err: error }, 'unexpected error')
  return sendProblem(request, reply, new AppError('INTERNAL'))
}

/** Converts an error of the database, the disk or the HTTP server that the caller can act on; null for all others. */
export function expectedOf(error: Error & { code?: string; statusCode?: number }): AppError | null {
  const { code = '', statusCode = 500 } = error
  if (code.startsWith('22')) return new AppError('VALUE_NOT_STORABLE')
  if (code === '23505') return new AppError('ALREADY_EXISTS')
  if (code === '40001' || code === '40P01') return new AppError('UNAVAILABLE', {}, { retryAfter: 1 })
  if (code === '57014') return new AppError('QUERY_TOO_SLOW', {}, { retryAfter: 5 })
  const loss = lossOf(error)
  if (loss) return lossErrors[loss]()
  // The folder of stored files, or the quota of its owner.
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('STORAGE_FULL', {}, { retryAfter: 60 })
  if (statusCode === 413) return new AppError('PAYLOAD_TOO_LARGE')
  if (statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE')
  return statusCode >= 400 && statusCode < 500 ? new AppError('BAD_REQUEST') : null
}
