import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { can } from '@signet/contract/access/permissions'
import { minuteMs } from '@signet/contract/time'
import type { App } from '../../app/app.ts'
import type { Actor } from '../../app/context.ts'
import type { Keys } from '../../app/keys.ts'
import { AppError } from '../../errors.ts'
import { isSame } from '../../secret-token.ts'
import { cleanName } from './clean-name.ts'
import { findLinkedFile } from './files.queries.ts'
import { isPictureType } from './pictures/picture-head.ts'

const notFound = () => new AppError('NOT_FOUND', { what: 'file' })

const linkSeconds = 5 * 60

type LinkedFile = NonNullable<Awaited<ReturnType<typeof findLinkedFile>>>

/**
 * A link to a stored file that this session may open for four to five minutes: requests for images and downloads can't send a bearer token.
 */
export function fileHrefOf(keys: Keys, actor: Actor, company: { id: number }, evidenceId: string, now: number): string {
  // Rounded down to the minute, so that a list that is fetched again contains the same URLs and the browser can cache its images.
  const expires = (Math.floor(now / minuteMs) * minuteMs) / 1000 + linkSeconds
  const sig = signFileLink(keys, [evidenceId, company.id, actor.sessionId, expires])
  const query = new URLSearchParams({ c: String(company.id), s: actor.sessionId, exp: String(expires), sig })
  return `/api/rest/v1/files/${evidenceId}?${query.toString()}`
}

/** The signature of a file link. */
function signFileLink(keys: Keys, parts: readonly (string | number)[]): string {
  return createHmac('sha256', keys.files).update(parts.join('\n')).digest('base64url')
}

/** The file name of a download (RFC 6266): in ASCII for every client, and in full for clients that support more. */
export function fileNameOf(written: string): string {
  // Removes line breaks, and characters that change the text direction so that a different extension is displayed.
  const name = written.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
  const plain = `filename="${name.replaceAll(/[^\w.-]/g, '_')}"`
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return /[^\0-\x7f]/.test(name) ? `${plain}; filename*=UTF-8''${encoded}` : plain
}

/** The parameters of a request to a signed link. */
export interface LinkRequest {
  query: Record<string, string>
}

/**
 * The user who opens a signed link, its company, and the seconds until it expires. The permission is checked again when a link is used.
 *
 * @param fileId what was signed with `fileHrefOf`
 * @throws AppError `NOT_FOUND` for a link that isn't ours, has expired, or was created for a user who can no longer open it
 */
export async function readLink(app: App, request: LinkRequest, fileId: string) {
  const { c = '', s = '', exp = '', sig = '' } = request.query
  if (![c, s, exp, sig].every((value) => typeof value === 'string') || !/^\d{1,9}$/.test(c)) throw notFound()
  const isOurs = isSame(sig, signFileLink(app.keys, [fileId, Number(c), s, Number(exp)]))
  const secondsLeft = Math.floor(Number(exp) - Date.now() / 1000)
  if (!isOurs || secondsLeft < 0) throw notFound()
  const actor = await app.signedIn.actorOf(s)
  const company = actor && [actor.company, ...actor.adminCompanies].find(({ id }) => id === Number(c))
  if (!actor || !company || !can(actor.role, 'files:read')) throw notFound()
  return { actor, company, secondsLeft }
}

/**
 * What a link sends. Only images that the program created or re-encoded are displayed inline; `original=1` requests the original bytes,
 * which are offered for download and never displayed.
 */
function sentFor(file: LinkedFile, isOriginal: boolean) {
  const { name, shown_sha256: sha256, shown_type: type, shown_size: size } = file
  const isPdf = file.type === 'application/pdf'
  if (!isOriginal && sha256 !== null && type !== null && size !== null) {
    return { sha256, type, size, name: cleanName(name, type), isShown: true }
  }
  return { ...file, isShown: !isOriginal && (isPdf || (file.type.startsWith('image/') && !isSentPicture(file))) }
}

/** It was uploaded and never re-encoded. */
const isSentPicture = ({ isFromOutside, type }: LinkedFile) => isFromOutside && isPictureType(type)

/** Mounts the signed file links. */
export function mountFiles(server: FastifyInstance, app: App): void {
  server.get<{ Params: { fileId: string }; Querystring: Record<string, string> }>(
    '/api/rest/v1/files/:fileId',
    async (request, reply) => {
      const { fileId } = request.params
      const { actor, company, secondsLeft } = await readLink(app, request, fileId)
      const file = await app.database.inCompanies([company.id], (tx) => findLinkedFile(tx, company.id, actor, fileId))
      const sent = file && sentFor(file, request.query['original'] === '1')
      const stream = sent && (await app.files.open(sent.sha256))
      if (!sent || !stream) throw notFound()
      const isPdf = sent.type === 'application/pdf'
      return (
        reply
          .type(sent.type)
          .header('content-length', sent.size)
          .header('cache-control', `private, max-age=${secondsLeft}`)
          // The content can't run scripts or load anything. Browsers don't display a PDF in a sandbox, and use a sandbox of their own for
          // it.
          .header(
            'content-security-policy',
            `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'${isPdf ? '' : '; sandbox'}`,
          )
          .header('content-disposition', `${sent.isShown ? 'inline' : 'attachment'}; ${fileNameOf(sent.name)}`)
          .send(stream)
      )
    },
  )
}
