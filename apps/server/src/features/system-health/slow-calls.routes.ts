import type * as contract from '@signet/contract/operation/slow-calls'
import type { IdentityHandler } from '../../app/handler.ts'
import { slowCallRows } from './slow-calls.queries.ts'

export const getSlowCalls: IdentityHandler<typeof contract.getSlowCalls> = {
  withIdentity: (context) => context.identity(slowCallRows),
}
