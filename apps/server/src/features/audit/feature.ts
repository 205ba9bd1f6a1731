import { defineFeature } from '../../app/feature.ts'
import { everyCompanyId } from '../../db/company-keys.queries.ts'
import { writeHeads } from './audit-heads.ts'
import * as routes from './audit.routes.ts'
import { truncateAuditIps } from './truncate-ips.queries.ts'

export const feature = defineFeature({
  handlers: routes,
  async nightly({ database, dataDir, log }, now) {
    try {
      await truncateAuditIps({ database, log }, await everyCompanyId(database), now)
    } finally {
      await writeHeads(database, dataDir, now)
    }
  },
})
