import { randomUUID } from 'node:crypto'
import { isEmailAddress } from '@signet/contract/access/credentials'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forgotPasswordJob } from './sessions.jobs.ts'
import type { App } from '../../app/app.ts'
import { AppError } from '../../errors.ts'
import { assertionOptions, registrationOptions } from '../factors/passkeys.ts'
import { findUserToken } from '../factors/password-tokens.queries.ts'
import { startTotp } from '../factors/totp.ts'
import { installationOf } from '../../app/installation.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { auth, field } from './session-wire.ts'
import { findUserById } from './sessions.queries.ts'

const forgotPerMinute = 10
const askedPerMinute = 60

/**
 * The calls for signing in that next-auth doesn't have: options for a passkey, the first second factor, a forgotten password. They need no
 * token and no CSRF token, because none of them acts on a cookie.
 */
export function mountIdentityRoutes(server: FastifyInstance, app: App): void {
  const forgotGate = app.gates.gate('forgotten passwords', forgotPerMinute)
  const gate = app.gates.gate('before sign-in', askedPerMinute)
  const parts = (request: FastifyRequest) => ({
    database: app.database,
    session: app.session,
    installation: installationOf(app, request),
  })
  const enter = (request: FastifyRequest) => {
    if (!gate.admits(request.ip)) throw new AppError('TOO_MANY_REQUESTS', {}, { retryAfter: 60 })
  }

  // The same for everyone, whether or not a user has that address: the passkey identifies the user.
  server.post(`${auth}/passkey/options`, async (request) => {
    enter(request)
    return app.database.inIdentity((tx) => assertionOptions(tx, installationOf(app, request), null))
  })

  server.post(`${auth}/passkey/enrol`, async (request) => {
    enter(request)
    const options = await app.database.inIdentity(async (tx) => {
      const found = await findUserToken(tx, field(request.body, 'token'), ['enrol'])
      const user = found && (await findUserById(tx, found.user_id))
      return user ? registrationOptions(tx, installationOf(app, request), user) : null
    })
    if (!options) throw new AppError('TOKEN_EXPIRED')
    return options
  })

  server.post(`${auth}/totp/enrol`, async (request) => {
    enter(request)
    const { factorKey } = installationOf(app, request)
    const started = await app.database.inIdentity(async (tx) => {
      const found = await findUserToken(tx, field(request.body, 'token'), ['enrol'])
      const user = found && (await findUserById(tx, found.user_id))
      return user ? startTotp(tx, factorKey, user) : null
    })
    if (!started) throw new AppError('TOKEN_EXPIRED')
    return started
  })

  server.post(`${auth}/password/forgot`, async (request, reply) => {
    const email = field(request.body, 'email').trim().toLowerCase()
    // Dropped without an error: the answer never reveals whether an email is sent.
    if (forgotGate.admits(request.ip) && isEmailAddress(email)) {
      const origin = app.portalOrigin ?? installationOf(app, request).origin
      await app.database.inIdentity((tx) =>
        app.queue.enqueue(tx, forgotPasswordJob, { email, origin, once: randomUUID() }),
      )
    }
    return nothing(reply)
  })

  server.post(`${auth}/password/reset`, async (request, reply) => {
    enter(request)
    const { ip, id, headers } = request
    const origin = { ip, userAgent: headers['user-agent']?.slice(0, 300) ?? null, requestId: id }
    const input = { token: field(request.body, 'token'), password: field(request.body, 'password') }
    const email = await resetPassword(parts(request), input, origin)
    // The link was sent to this address, so it reveals nothing to its holder.
    return email === null ? nothing(reply) : reply.send({ email })
  })
}

const nothing = (reply: FastifyReply) => reply.code(204).send()
