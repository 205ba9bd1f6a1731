import { buffer } from 'node:stream/consumers'
import type { JobParts } from '../../../app/jobs.ts'
import type { filesOfRequest } from '../../requests/requests.queries.ts'
import { readShown, type Shown } from '../tips/read-shown.ts'

type RequestFile = Awaited<ReturnType<typeof filesOfRequest>>[number]

/** A picture that a request has as a file, and what it shows. */
export interface PictureOfRequest {
  file: RequestFile
  shown: Shown
}

/** Reads the pictures among the files of a request like those of the tip page, outside of a transaction, because each takes seconds. */
export async function readPicturesAmong(
  parts: Pick<JobParts, 'database' | 'files' | 'textModel'>,
  companyId: number,
  among: readonly RequestFile[],
): Promise<PictureOfRequest[]> {
  const pictures: { file: RequestFile; bytes: Buffer }[] = []
  for (const file of among) {
    // Only pictures have a drawn copy, and it has no more pixels than can be read.
    const stream = file.shown_sha256 === null ? null : await parts.files.open(file.shown_sha256)
    if (stream) pictures.push({ file, bytes: await buffer(stream) })
  }
  const shown = await readShown(
    parts,
    companyId,
    pictures.map(({ bytes }) => bytes),
  )
  return pictures.flatMap(({ file }, at) => (shown[at] ? [{ file, shown: shown[at] }] : []))
}
