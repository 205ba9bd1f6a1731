import { buffer } from 'node:stream/consumers'
import type { JobParts } from '../../app/jobs.ts'
import { drawSvg } from '../evidence/pictures/draw-svg.ts'
import { findLogo } from './find-logo.queries.ts'

const logoBytesMax = 2 * 1024 * 1024

/**
 * The logo of a company for a report. Uploaded logos are stored as PNG or JPEG; those of the demo are SVG files, and are drawn.
 *
 * @returns a PNG or JPEG, or null if there is none that can be printed
 */
export async function printedLogo(
  { database, files }: Pick<JobParts, 'database' | 'files'>,
  companyId: number,
): Promise<Buffer | null> {
  const row = await database.inCompanies([companyId], (tx) => findLogo(tx, companyId))
  const stream = row && row.size <= logoBytesMax ? await files.open(row.sha256) : null
  if (!row || !stream) return null
  const bytes = await buffer(stream)
  return row.type === 'image/svg+xml' ? drawSvg(bytes) : bytes
}
