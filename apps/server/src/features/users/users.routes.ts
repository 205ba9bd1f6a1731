import type { getUserDetails as contract } from '@signet/contract/users'
import type { Handler } from '../../http/mount-contract.ts'
import { detailsOf, findDetails } from './users.queries.ts'

export const getUserDetails: Handler<typeof contract> = async ({ actor, identity }) =>
  detailsOf(actor, await identity((tx) => findDetails(tx, actor.userId)))
