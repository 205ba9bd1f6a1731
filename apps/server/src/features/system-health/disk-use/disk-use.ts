import type { DiskUse } from '@signet/contract/operation/disk-use'
import { everyCompanyId } from '../../../db/company-keys.queries.ts'
import type { Database } from '../../../db/database.ts'
import { daysUntilFull } from './forecast.ts'
import { diskSize, largestCompanies, largestTables, measuredDatabase } from './sizes.queries.ts'

/** What the last measurement found. */
export async function readDiskUse(database: Database): Promise<DiskUse> {
  const { pool } = database
  const [disk, measured, tables, companyIds] = await Promise.all([
    diskSize(pool),
    measuredDatabase(pool),
    largestTables(pool),
    everyCompanyId(database),
  ])
  return {
    measuredOn: measured?.day ?? null,
    disk: disk && {
      used: disk.used,
      free: disk.free,
      perDay: disk.perDay,
      days: disk.days,
      daysUntilFull: daysUntilFull(disk),
    },
    database: measured && { bytes: measured.bytes, perDay: measured.perDay },
    tables,
    companies: await database.inCompanies(companyIds, largestCompanies),
  }
}
