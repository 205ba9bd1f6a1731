import type * as contract from '@signet/contract/threats/campaigns'
import type { Campaign } from '@signet/contract/threats/campaigns'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { sharersMax } from '../threats/found/similar-trait.queries.ts'
import { shownRecordAt } from '../threats/record-handlers.ts'
import {
  campaignIdOf,
  currentId,
  exclusionsOf,
  traitsOfCampaign,
  findSummary,
  listSummaries,
  threatsOf,
} from './campaigns.queries.ts'
import { addIgnored, addSplit, isIgnoredIn, isSplitFrom, deleteIgnored, deleteSplit } from './exclusions.queries.ts'
import { rejoin } from './join-threats.ts'
import { holdersOf, lockCampaigns } from './join.queries.ts'

export const listCampaigns: Handler<typeof contract.listCampaigns> = ({ tx, company }, { query }) =>
  listSummaries(tx, company.id, query)

/** @throws AppError `NOT_FOUND` outside the company */
export const openCampaign: Handler<typeof contract.openCampaign> = async (context, { params }) =>
  campaignAt(context, await idAt(context, params.campaignId))

/** @throws AppError `NOT_FOUND` for a threat outside the company or not published */
export const campaignOfThreat: Handler<typeof contract.campaignOfThreat> = async (context, { params }) => {
  const { tx, company } = context
  const { id } = await shownRecordAt(context, 'threat', params)
  const campaignId = await campaignIdOf(tx, company.id, id)
  return { campaign: campaignId ? await findSummary(tx, company.id, campaignId) : null }
}

/** @throws AppError `NOT_FOUND` for a threat that is neither in the campaign nor was split off from it */
export const splitOffThreat: Handler<typeof contract.splitOffThreat> = async (context, { params, body }) => {
  const { tx, company } = context
  const { threatId } = params
  await lockCampaigns(tx, company.id)
  const campaignId = await idAt(context, params.campaignId)
  const isIn = (await campaignIdOf(tx, company.id, threatId)) === campaignId
  if (!isIn && !(await isSplitFrom(tx, company.id, campaignId, threatId)))
    throw new AppError('NOT_FOUND', { what: 'threat' })
  const exclusion = exclusionOf(context, campaignId, body.reason)
  const isChanged = body.joins ? await deleteSplit(tx, exclusion, threatId) : await addSplit(tx, exclusion, threatId)
  if (isChanged) {
    await rejoin(tx, company.id, [threatId])
    await recordAudit(context, {
      action: body.joins ? 'threat.rejoined' : 'threat.splitOff',
      targetType: 'threat',
      targetId: threatId,
      after: { campaignId, ...(body.reason ? { remark: body.reason } : {}) },
    })
  }
  return campaignAt(context, await idAt(context, campaignId))
}

/** @throws AppError `NOT_FOUND` for a trait that neither joins the campaign nor was ignored in it */
export const ignoreTrait: Handler<typeof contract.ignoreTrait> = async (context, { params, body }) => {
  const { tx, company } = context
  const trait = { kind: body.kind, value: body.value }
  await lockCampaigns(tx, company.id)
  const campaignId = await idAt(context, params.campaignId)
  const joins = (await traitsOfCampaign(tx, company.id, campaignId)).some(
    ({ kind, value }) => kind === trait.kind && value === trait.value,
  )
  if (!joins && !(await isIgnoredIn(tx, company.id, campaignId, trait)))
    throw new AppError('NOT_FOUND', { what: 'record' })
  const exclusion = exclusionOf(context, campaignId, body.reason)
  const isChanged = body.joins ? await deleteIgnored(tx, exclusion, trait) : await addIgnored(tx, exclusion, trait)
  if (isChanged) {
    await rejoin(tx, company.id, await holdersOf(tx, company.id, [{ ...trait, max: sharersMax }]))
    await recordAudit(context, {
      action: body.joins ? 'campaign.traitAllowed' : 'campaign.traitIgnored',
      targetType: 'campaign',
      targetId: campaignId,
      after: { ...trait, ...(body.reason ? { remark: body.reason } : {}) },
    })
  }
  return campaignAt(context, await idAt(context, campaignId))
}

/** The campaign, or the one that it was merged into. */
async function idAt({ tx, company }: Context, campaignId: string): Promise<string> {
  return found(await currentId(tx, company.id, campaignId), 'campaign')
}

/** A campaign that no threat is part of any more still shows its exclusions. */
async function campaignAt({ tx, company }: Context, campaignId: string): Promise<Campaign> {
  return {
    ...(await findSummary(tx, company.id, campaignId)),
    threats: await threatsOf(tx, company.id, campaignId),
    traits: await traitsOfCampaign(tx, company.id, campaignId),
    ...(await exclusionsOf(tx, company.id, campaignId)),
  }
}

const exclusionOf = ({ company, actor }: Context, campaignId: string, reason: string | undefined) => ({
  companyId: company.id,
  campaignId,
  by: { userId: actor.userId, name: actor.name },
  reason: reason || null,
})
