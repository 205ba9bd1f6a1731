import fs from 'node:fs/promises'
import { eachCompanyAlone } from '../../../app/each-alone.ts'
import type { JobParts } from '../../../app/jobs.ts'
import { everyCompanyId } from '../../../db/company-keys.queries.ts'
import { fileBytesOf, putCompanySize, putSizes, sampleRows, tableSizes } from './sizes.queries.ts'

/**
 * Notes the size of the database, of its tables, of each company's rows and of the disk for today. Each statement reads at most a few
 * megabytes of a table and holds no lock afterwards.
 *
 * @throws AggregateError after the last company, if the size of one couldn't be noted
 */
export async function measureDiskUse(
  { database, log }: Pick<JobParts, 'database' | 'log'>,
  dataDir: string | null,
): Promise<void> {
  const tables = await tableSizes(database.pool)
  await putSizes(database.pool, tables, dataDir === null ? null : await diskOf(dataDir))

  const companyIds = await everyCompanyId(database)
  const bytesOf = new Map<number, number>()
  for (const table of tables.filter(({ isOfCompanies }) => isOfCompanies)) {
    const sample = await database.inCompanies(companyIds, (tx) => sampleRows(tx, table))
    const all = sample.reduce((sum, { rows }) => sum + rows, 0)
    for (const { companyId, rows } of sample)
      bytesOf.set(companyId, (bytesOf.get(companyId) ?? 0) + (table.bytes * rows) / all)
  }
  await eachCompanyAlone({ database, log }, companyIds, (companyId) =>
    database.inCompanies([companyId], async (tx) => {
      const fileBytes = await fileBytesOf(tx, companyId)
      await putCompanySize(tx, companyId, { bytes: bytesOf.get(companyId) ?? 0, fileBytes })
    }),
  )
}

async function diskOf(folder: string): Promise<{ used: number; free: number }> {
  const { bavail, bfree, bsize, blocks } = await fs.statfs(folder)
  return { used: (blocks - bfree) * bsize, free: bavail * bsize }
}
