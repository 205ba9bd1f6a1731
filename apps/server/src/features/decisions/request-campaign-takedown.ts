import type { requestCampaignTakedown as contract } from '@signet/contract/threats/campaigns'
import type { Handler } from '../../app/handler.ts'
import { found } from '../../errors.ts'
import { currentId, lockMembers } from '../campaigns/campaigns.queries.ts'
import { decideThreats } from './decide-threats.ts'

/**
 * Requests the takedown of threats of a campaign: the same decision as in the list, for each of them that has none yet.
 *
 * @throws AppError `NOT_FOUND` for a campaign outside the company
 */
export const requestCampaignTakedown: Handler<typeof contract> = async (context, { params, body }) => {
  const { tx, company } = context
  const campaignId = found(await currentId(tx, company.id, params.campaignId), 'campaign')
  const members = new Map(
    (await lockMembers(tx, company.id, campaignId, body.threatIds)).map(({ id, status }) => [id, status]),
  )
  const open = body.threatIds.filter((id) => members.get(id) === 'open')
  const remark = body.note ? ({ kind: 'custom', text: body.note } as const) : undefined
  const { done, failed } = await decideThreats(context, 'threat', open, 'takedown', { remark })
  const others = body.threatIds
    .filter((id) => members.get(id) !== 'open')
    .map((id) => ({ id, code: members.has(id) ? ('CONFLICT' as const) : ('NOT_FOUND' as const) }))
  return { done, failed: [...failed, ...others] }
}
