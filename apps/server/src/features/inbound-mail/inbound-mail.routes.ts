import type { FastifyInstance, FastifyRequest } from 'fastify'
import { emailTypes, inboundMailBytesMax } from '@signet/contract/takedowns/replies'
import type { App } from '../../app/app.ts'
import { AppError } from '../../errors.ts'
import { FileTooLargeError, type StoredBytes } from '../../files/file-store.ts'
import { authenticateKey, type KnownKey } from '../api-keys/authenticate-key.ts'
import { receiveMail } from './receive-mail.ts'

/** Mounts the call that a mail server or a mail service hands emails in with: the body is the email itself (RFC 5322). */
export async function mountInboundMail(server: FastifyInstance, app: App): Promise<void> {
  const keys = new WeakMap<FastifyRequest, KnownKey>()
  const perMinute = 600
  const gate = app.gates.gate('inbound mail', perMinute)
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(emailTypes, (_request, _payload, done) => done(null))
    scope.post<{ Params: { company: string } }>('/api/rest/companies/:company/inboundMail', {
      config: { isLongBody: true },
      onRequest: async (request) => {
        const key = await authenticateKey(app, request, 'mail')
        if (key.company.key !== request.params.company) throw new AppError('COMPANY_NOT_FOUND')
        if (!gate.admits(key.id)) throw new AppError('TOO_MANY_REQUESTS', {}, { retryAfter: gate.secondsLeft() })
        keys.set(request, key)
      },
      handler: async (request, reply) => {
        const key = keys.get(request)
        if (!key) throw new Error('authenticateKey() did not run')
        request.companyKey = key.company.key
        const stored = await putMail(app, request)
        if (stored.size === 0) throw new AppError('REQUIRED', {}, { at: 'body' })
        const companyId = key.company.id
        await app.database.inCompanies([companyId], (tx) =>
          receiveMail({ tx, files: app.files, enqueue: app.queue.enqueue }, { companyId, way: 'upload', stored }),
        )
        // The same for an email that is known: a mail server that repeats it is done, too.
        return reply.code(202).send()
      },
    })
  })
}

async function putMail({ files }: App, { raw }: FastifyRequest): Promise<StoredBytes> {
  try {
    return await files.put(raw, { maxBytes: inboundMailBytesMax })
  } catch (error) {
    if (error instanceof FileTooLargeError) throw new AppError('PAYLOAD_TOO_LARGE')
    throw error
  }
}
