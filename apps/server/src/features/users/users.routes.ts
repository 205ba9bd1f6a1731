import type { getUserDetails as contract } from '@signet/contract/users'
import type { Handler } from '../../app/handler.ts'
import { detailsOf, findDetails, findMfa } from './users.queries.ts'

export const getUserDetails: Handler<typeof contract> = ({ actor, identity }) =>
  identity(async (tx) => detailsOf(actor, await findDetails(tx, actor.userId), await findMfa(tx, actor.userId)))
