import { ignoreTrait, splitOffThreat, type Campaign } from '@signet/contract/threats/campaigns'
import type { TraitKind } from '@signet/contract/threats/traits'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCompany } from '../../session/company.ts'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { campaignQuery } from './campaigns.api.ts'
import { t } from './words.ts'

/** Splits threats off a campaign and ignores traits, or allows them again. */
export function useExclusions(campaignId: string) {
  const client = useQueryClient()
  const company = useCompany()
  const show = (campaign: Campaign, message: string) => {
    toast(message)
    void client.invalidateQueries({ queryKey: [company, 'campaigns'] })
    client.setQueryData(campaignQuery(company, campaignId).queryKey, campaign)
  }
  return {
    setThreat: async (threatId: string, joins: boolean, reason?: string) => {
      const params = { campaignId, threatId }
      const body = { joins, ...(reason ? { reason } : {}) }
      const campaign = await call(splitOffThreat, { params, query: { company }, body })
      show(campaign, joins ? t('threatMayJoin') : t('threatSplitOff'))
    },
    setTrait: async ({ kind, value }: { kind: TraitKind; value: string }, joins: boolean, reason?: string) => {
      const body = { kind, value, joins, ...(reason ? { reason } : {}) }
      const campaign = await call(ignoreTrait, { params: { campaignId }, query: { company }, body })
      show(campaign, joins ? t('traitMayJoin') : t('traitIgnored'))
    },
  }
}
