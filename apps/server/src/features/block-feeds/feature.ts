import { everyCompanyId } from '../../db/company-keys.queries.ts'
import { eachCompanyAlone } from '../../app/each-alone.ts'
import { defineFeature } from '../../app/feature.ts'
import { deleteChanges } from './block-feeds.queries.ts'
import { getBlockFeeds, mountBlockFeeds } from './block-feeds.routes.ts'

export const feature = defineFeature({
  handlers: { getBlockFeeds },
  mount: mountBlockFeeds,
  // Changes of feeds that nobody fetches would otherwise be kept forever.
  async nightly({ database, log }) {
    await eachCompanyAlone({ database, log }, await everyCompanyId(database), (companyId) =>
      database.inCompanies([companyId], (tx) => deleteChanges(tx, companyId)),
    )
  },
})
