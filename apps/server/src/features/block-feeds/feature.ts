import { everyCompanyId } from '../../db/company-keys.queries.ts'
import { defineFeature } from '../../app/feature.ts'
import { deleteChanges } from './block-feeds.queries.ts'
import { getBlockFeeds, mountBlockFeeds } from './block-feeds.routes.ts'

export const feature = defineFeature({
  handlers: { getBlockFeeds },
  mount: mountBlockFeeds,
  // Changes of feeds that nobody fetches would otherwise be kept forever.
  async nightly({ database }) {
    for (const companyId of await everyCompanyId(database))
      await database.inCompanies([companyId], (tx) => deleteChanges(tx, companyId))
  },
})
