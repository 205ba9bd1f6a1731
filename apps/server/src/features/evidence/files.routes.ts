import type { FastifyInstance } from 'fastify'
import type { Actor, CompanyRef } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app.ts'
import { findActor } from '../sessions/sessions.queries.ts'
import { isSame, lifetimes, signFileLink, type Keys } from '../sessions/tokens.ts'
import { findEvidenceFile } from './evidence.queries.ts'

const notFound = () => new AppError('NOT_FOUND', 'There is nothing here.')

/** A link to a stored file that this session may open for five minutes: images and downloads cannot send a bearer token. */
export function fileHrefOf(keys: Keys, actor: Actor, company: CompanyRef, evidenceId: string, now: number): string {
  // Rounded up to the minute, so that a list that is fetched again shows the same addresses and the browser keeps its images.
  const expires = (Math.ceil(now / 60_000) * 60_000) / 1000 + lifetimes.fileLink
  const sig = signFileLink(keys, [evidenceId, company.id, actor.sessionId, expires])
  const query = new URLSearchParams({ c: String(company.id), s: actor.sessionId, exp: String(expires), sig })
  return `/api/rest/v1/files/${evidenceId}?${query.toString()}`
}

/** Mounts the signed file links. The right is checked again when a link is used. */
export function mountFiles(server: FastifyInstance, app: App): void {
  server.get<{ Params: { fileId: string }; Querystring: Record<string, string> }>(
    '/api/rest/v1/files/:fileId',
    async (request, reply) => {
      const { c = '', s = '', exp = '', sig = '' } = request.query
      const { fileId } = request.params
      if (![c, s, exp, sig].every((value) => typeof value === 'string') || !/^\d{1,9}$/.test(c)) throw notFound()
      const isOurs = isSame(sig, signFileLink(app.keys, [fileId, Number(c), s, Number(exp)]))
      if (!isOurs || Number(exp) * 1000 < Date.now()) throw notFound()
      const actor = await findActor(app.database, s)
      const company = actor && [actor.company, ...actor.adminCompanies].find(({ id }) => id === Number(c))
      if (!actor || !company) throw notFound()
      const file = await app.database.inCompanies([company.id], (tx) =>
        findEvidenceFile(tx, company.id, fileId, { onlyPublished: actor.role !== 'qa' }),
      )
      const stream = file && (await app.files.open(file.sha256))
      if (!file || !stream) throw notFound()
      const isShown = file.type.startsWith('image/')
      return (
        reply
          .type(file.type)
          .header('content-length', file.size)
          .header('cache-control', 'private, max-age=300')
          // Whatever is inside, it runs nothing and loads nothing.
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .header(
            'content-disposition',
            `${isShown ? 'inline' : 'attachment'}; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`,
          )
          .send(stream)
      )
    },
  )
}
