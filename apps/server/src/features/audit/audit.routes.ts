import type * as contract from '@signet/contract/operation/audit'
import type { Handler } from '../../app/handler.ts'
import { auditPage } from './audit.queries.ts'

export const listAudit: Handler<typeof contract.listAudit> = (context, { query }) => auditPage(context, query)
