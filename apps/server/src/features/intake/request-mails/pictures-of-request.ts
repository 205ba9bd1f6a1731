import { buffer } from 'node:stream/consumers'
import type { JobParts } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import type { ShownPicture } from '../../../files/shown-picture.ts'
import { insertEvidence } from '../../evidence/evidence.queries.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import type { filesOfRequest } from '../../requests/requests.queries.ts'
import { readShown, type Shown } from '../tips/read-shown.ts'

type RequestFile = Awaited<ReturnType<typeof filesOfRequest>>[number]

/** A picture that a request has as a file, and what it shows. */
export interface PictureOfRequest {
  file: RequestFile
  /** The drawn copy, which is displayed in its place. */
  drawn: ShownPicture
  shown: Shown
}

/** Reads the pictures among the files of a request like those of the tip page, outside of a transaction, because each takes seconds. */
export async function readPicturesAmong(
  parts: Pick<JobParts, 'database' | 'files' | 'textModel'>,
  companyId: number,
  among: readonly RequestFile[],
): Promise<PictureOfRequest[]> {
  const pictures: { file: RequestFile; drawn: ShownPicture; bytes: Buffer }[] = []
  for (const file of among) {
    const drawn = drawnCopyOf(file)
    const stream = drawn && (await parts.files.open(drawn.sha256))
    if (stream) pictures.push({ file, drawn, bytes: await buffer(stream) })
  }
  const shown = await readShown(
    parts,
    companyId,
    pictures.map(({ bytes }) => bytes),
  )
  return pictures.flatMap(({ file, drawn }, at) => (shown[at] ? [{ file, drawn, shown: shown[at] }] : []))
}

/** @returns null for a file that is no picture */
function drawnCopyOf({ shown_sha256: sha256, shown_type: type, shown_size: size }: RequestFile): ShownPicture | null {
  return sha256 !== null && type !== null && size !== null ? { sha256, type, size } : null
}

/** Each picture becomes evidence of these threats: one that names nothing can be the page itself. */
export async function addPicturesAsEvidence(
  parts: { tx: Tx; files: JobParts['files'] },
  companyId: number,
  pictures: readonly PictureOfRequest[],
  threats: readonly { id: string }[],
): Promise<void> {
  if (threats.length === 0) return
  for (const { file, drawn } of pictures) {
    const { name, type, size, sha256, created_at: capturedAt } = file
    await holdBytes(parts, { sha256, shown: drawn })
    const picture = { companyId, kind: 'upload' as const, name, type, size, sha256, capturedAt, shown: drawn }
    for (const { id: threatId } of threats) await insertEvidence(parts.tx, { ...picture, threatId })
  }
}
