import type { Examples } from '../../../test/every-call/examples.ts'
import { newThreat, theWorld, type TestCompany } from '../../../test/harness.ts'
import { insertTraits } from '../threats/found/traits.queries.ts'
import { campaignIdOf } from './campaigns.queries.ts'
import { keepCampaigns } from './join-threats.ts'

/** A campaign of two new threats that share a key. */
async function addCampaign(company: TestCompany, marker: string) {
  const { database } = theWorld()
  const trait = { kind: 'certificateKey', value: `${marker} ${Math.random()}` } as const
  const threats = [await newThreat(company), await newThreat(company)]
  const threatIds = threats.map(({ id }) => id)
  await database.inCompanies([company.id], async (tx) => {
    for (const id of threatIds) await insertTraits(tx, company.id, id, [trait])
  })
  await keepCampaigns(database, company.id)
  const [threatId = ''] = threatIds
  const campaignId = await database.inCompanies([company.id], (tx) => campaignIdOf(tx, company.id, threatId))
  return { campaignId: campaignId ?? '', threatId, threatIds, trait }
}

export const examples: Examples = {
  records: { campaignId: async (company, marker) => (await addCampaign(company, marker)).campaignId },
  inputs: {
    openCampaign: async ({ company }) => ({
      params: { campaignId: (await addCampaign(company, company.key)).campaignId },
    }),
    campaignOfThreat: async ({ company }) => ({
      params: { source: 'Domain', threatId: (await addCampaign(company, company.key)).threatId },
    }),
    splitOffThreat: async ({ company }) => {
      const { campaignId, threatId } = await addCampaign(company, company.key)
      return { params: { campaignId, threatId }, body: { joins: false, reason: 'A parking page' } }
    },
    ignoreTrait: async ({ company }) => {
      const { campaignId, trait } = await addCampaign(company, company.key)
      return { params: { campaignId }, body: { ...trait, joins: false } }
    },
    requestCampaignTakedown: async ({ company }) => {
      const { campaignId, threatIds } = await addCampaign(company, company.key)
      return { params: { campaignId }, body: { threatIds } }
    },
  },
  bodies: {
    requestCampaignTakedown: { threatIds: ['018f9d6c-8a3b-7c2d-9e1f-0123456789ab'] },
  },
  async rows(tx, { company, base, userId, marker }) {
    const campaign = { company_id: company.id, id: base.threat_id }
    await tx
      .insertInto('campaign_numbers')
      .values({ company_id: company.id })
      .onConflict((on) => on.doNothing())
      .execute()
    await tx
      .insertInto('campaigns')
      .values({ ...campaign, number: 1000, merged_into: null })
      .execute()
    const by = { campaign_id: campaign.id, by_user: userId, by_name: marker, reason: null }
    await tx
      .insertInto('campaign_threats')
      .values({ ...base, campaign_id: campaign.id })
      .execute()
    await tx
      .insertInto('campaign_split_threats')
      .values({ ...base, ...by })
      .execute()
    await tx
      .insertInto('campaign_ignored_traits')
      .values({ company_id: company.id, kind: 'address', value: marker, ...by })
      .execute()
    await tx
      .insertInto('campaign_changes')
      .values({ ...base, kind: null, value: null })
      .execute()
  },
}
