import * as analytics from './features/analytics/analytics.routes.ts'
import { auditPage } from './features/audit/audit.queries.ts'
import * as companies from './features/companies/companies.routes.ts'
import * as qa from './features/qa/qa.routes.ts'
import * as takedowns from './features/takedowns/takedowns.routes.ts'
import * as threats from './features/threats/threats.routes.ts'
import { triageOne, triageSelection } from './features/triage/triage.routes.ts'
import * as users from './features/users/users.routes.ts'
import type { Handlers } from './http/mount-contract.ts'

const { reviewMany, ...review } = qa
const { publishedScope: _, ...threatHandlers } = threats

/** Who answers each route of the contract. */
export const handlers: Handlers = {
  ...analytics,
  ...companies,
  ...users,
  ...takedowns,
  ...threatHandlers,
  ...review,
  listAudit: (context, { query }) => auditPage(context, query),
  reviewThreats: reviewMany,
  triageThreat: triageOne,
  triageThreats: triageSelection,
}
