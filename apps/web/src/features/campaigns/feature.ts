import { defineFeature } from '../../navigation/feature.ts'

export const feature = defineFeature({
  pages: [
    { path: '/takedown/campaigns', page: 'CampaignsPage' },
    { path: '/takedown/campaigns/$campaignId', page: 'CampaignPage' },
  ],
})
