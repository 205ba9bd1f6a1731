import type * as contract from '@signet/contract/threats/own-assets'
import type { Handler } from '../../app/handler.ts'
import { ownFindingsPage } from './own-findings.queries.ts'

export const listOwnFindings: Handler<typeof contract.listOwnFindings> = ({ tx, company }, { query }) =>
  ownFindingsPage(tx, company.id, query)
