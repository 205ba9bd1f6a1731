import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus, type ErrorBody, type ErrorCode, type ErrorDetail } from '@signet/contract/errors'
import { lossProblems } from '../app/loss-problems.ts'
import { lossOf } from '../db/loss.ts'
import { AppError } from '../errors.ts'

interface Problem {
  code: ErrorCode
  message: string
  details?: ErrorDetail[] | undefined
  retryAfter?: number | undefined
}

/** The error body of the contract. */
export function problemOf(requestId: string, problem: Problem): ErrorBody {
  const status = errorStatus[problem.code]
  return {
    type: `/problems/${problem.code.toLowerCase().replaceAll('_', '-')}`,
    title: titles[status] ?? 'Error',
    status,
    detail: problem.message,
    instance: `/requests/${requestId}`,
    message: problem.message,
    code: problem.code,
    ...(problem.details ? { details: problem.details } : {}),
    requestId,
  }
}

/** Sends the error body of the contract as RFC 9457 `application/problem+json`. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const body = problemOf(request.id, problem)
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
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

/** What any thrown value answers; nothing of an unexpected cause is in the body. */
export function answerError(
  error: FastifyError | AppError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof AppError) return sendProblem(request, reply, error)
  const known = codeOf(error)
  if (known) return sendProblem(request, reply, known)
  request.log.error({ err: error }, 'unexpected error')
  return sendProblem(request, reply, { code: 'INTERNAL', message: 'Something went wrong on our side.' })
}

function codeOf(error: Error & { code?: string; statusCode?: number }): Problem | null {
  const { statusCode } = error
  const code = error.code ?? ''
  if (code.startsWith('22')) return { code: 'BAD_REQUEST', message: 'A value has a form the database refuses.' }
  if (code === '23505') return { code: 'CONFLICT', message: 'It exists already.' }
  if (code === '40001' || code === '40P01')
    return { code: 'UNAVAILABLE', message: 'Busy; please try again.', retryAfter: 1 }
  if (code === '57014') return { code: 'UNAVAILABLE', message: 'It took too long; please ask for less.', retryAfter: 5 }
  const loss = lossOf(error)
  if (loss) return lossProblems[loss]
  if (statusCode === 413) return { code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than allowed.' }
  if (statusCode === 415)
    return { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The body is of a type this call does not take.' }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { code: 'BAD_REQUEST', message: 'The request could not be read.' }
  }
  return null
}
