import type * as contract from '@signet/contract/operation/disk-use'
import type { Handler } from '../../../app/handler.ts'

export const getDiskUse: Handler<typeof contract.getDiskUse> = ({ health }) => health.diskUse()
