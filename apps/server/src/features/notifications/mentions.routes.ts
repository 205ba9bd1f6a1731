import { clientRoles } from '@signet/contract/access/permissions'
import type * as contract from '@signet/contract/messages/mentions'
import { isOneOf } from '@signet/contract/narrow'
import type { Handler } from '../../app/handler.ts'
import { mentionable } from './notify-person.ts'

export const listMentionable: Handler<typeof contract.listMentionable> = async ({ tx, company, actor }, { params }) =>
  (await mentionable(tx, company.id, params.kind))
    .filter(({ userId }) => userId !== actor.userId)
    .map(({ userId, name, role }) => ({ id: userId, name, isStaff: !isOneOf(clientRoles, role) }))
