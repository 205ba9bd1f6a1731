import { caseReferenceOf } from '@signet/contract/takedowns/cases'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { can } from '@signet/contract/access/permissions'
import type { App } from '../../../app/app.ts'
import { AppError } from '../../../errors.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { fileNameOf, readLink } from '../../evidence/files.routes.ts'
import { zipStream } from '../../evidence/zip-stream.ts'
import { findRecordedPack } from './packs.queries.ts'
import { packOf } from './make-pack.ts'

/*
 * The evidence pack of a takedown: all files of the case in one archive, for a lawyer, a provider or the police. Its signed manifest lists
 * each file with its SHA-256, so that the recipient can verify without us that nothing was changed (`signet evidence verify`).
 */

/** The id that is signed in a link to a pack of a case: to the current one, or to the recorded one with this number. */
export const packIdOf = (takedownId: string, sequence?: number) =>
  `takedown/${sequence === undefined ? takedownId : `${takedownId}.${sequence}`}`

/** Mounts the links to evidence packs; they are signed and read like those of files. */
export function mountTakedownPacks(server: FastifyInstance, app: App): void {
  server.get<{ Params: { pack: string }; Querystring: Record<string, string> }>(
    '/api/rest/v1/files/takedown/:pack',
    // A pack is a record; only a download makes one.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const [takedownId = '', sequence] = request.params.pack.split('.')
      const { actor, company, secondsLeft } = await readLink(app, request, packIdOf(request.params.pack))
      if (!can(actor.role, 'takedowns:read')) throw new AppError('NOT_FOUND', { what: 'file' })
      // A view as a client makes no record.
      if (actor.ownRoleInView && sequence === undefined) throw new AppError('CLIENT_VIEW')
      const { id: requestId, ip } = request
      const pack =
        sequence === undefined
          ? await packOf(app, { actor, company, requestId, ip }, takedownId)
          : await app.database.inCompanies([company.id], (tx) =>
              findRecordedPack(tx, { companyId: company.id, takedownId, sequence: Number(sequence) }),
            )
      if (!pack) throw new AppError('NOT_FOUND', { what: 'file' })
      const name = `takedown-${caseReferenceOf(takedownId)}-${pack.sequence}.zip`
      // Each is opened when the archive reaches it.
      const entries = pack.files.map(({ path, sha256 }) => ({ name: path, content: bytesOf(app.files, sha256) }))
      return reply
        .type('application/zip')
        .header('cache-control', `private, max-age=${secondsLeft}`)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('content-disposition', `attachment; ${fileNameOf(name)}`)
        .send(Readable.from(zipStream(entries), { objectMode: false }))
    },
  )
}

async function* bytesOf(store: FileStore, sha256: string): AsyncGenerator<Uint8Array> {
  const stream = await store.open(sha256)
  if (!stream) throw new Error(`the file ${sha256} went away while it was packed`)
  yield* stream
}
