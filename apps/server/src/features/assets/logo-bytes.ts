import { buffer } from 'node:stream/consumers'
import type { JobParts } from '../../app/jobs.ts'
import { brandFiles } from './brand-pictures.queries.ts'

/** The logos of a company's brands, as they are stored. */
export async function logoBytes(
  { database, files }: Pick<JobParts, 'database' | 'files'>,
  companyId: number,
): Promise<Buffer[]> {
  const rows = await database.inCompanies([companyId], (tx) => brandFiles(tx, companyId, 'brandLogo'))
  const logos: Buffer[] = []
  for (const { sha256 } of rows) {
    const stream = await files.open(sha256)
    if (stream) logos.push(await buffer(stream))
  }
  return logos
}
