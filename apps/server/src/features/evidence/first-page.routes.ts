import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { AppError, found } from '../../errors.ts'
import { findLinkedFile } from './files.queries.ts'
import { readLink } from './files.routes.ts'
import { FirstPages } from './first-pages.ts'

/** Larger files need a viewer: the child process holds the whole file in memory while rendering it. */
const bytesMax = 50 * 1024 * 1024

/** The id that is signed in a link to the image of a file's first page. */
const firstPageIdOf = (fileId: string) => `firstPage/${fileId}`

/** The link to an image of the first page; undefined for a file without pages. */
export function firstPageOf(
  file: { id: string; type: string; size: number },
  hrefOf: (fileId: string) => string,
): string | undefined {
  return file.type === 'application/pdf' && file.size <= bytesMax ? hrefOf(firstPageIdOf(file.id)) : undefined
}

/** Mounts the links to images of first pages; they are signed and read like those of files. */
export function mountFirstPages(server: FastifyInstance, app: App): void {
  const pages = new FirstPages()
  server.get<{ Params: { fileId: string }; Querystring: Record<string, string> }>(
    '/api/rest/v1/files/firstPage/:fileId',
    async (request, reply) => {
      const { fileId } = request.params
      const { actor, company, secondsLeft } = await readLink(app, request, firstPageIdOf(fileId))
      const file = await app.database.inCompanies([company.id], (tx) => findLinkedFile(tx, company.id, actor, fileId))
      if (file?.type !== 'application/pdf') throw new AppError('NOT_FOUND', { what: 'file' })
      const picture = await pages.of(file.sha256, () => bytesOf(app, file.sha256))
      if (!picture) throw new AppError('NO_PAGE_TO_SHOW')
      return reply
        .type('image/png')
        .header('cache-control', `private, max-age=${secondsLeft}`)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('content-disposition', 'inline; filename="first-page.png"')
        .send(picture)
    },
  )
}

async function bytesOf({ files }: Pick<App, 'files'>, sha256: string): Promise<Readable> {
  return found(await files.open(sha256), 'file')
}
