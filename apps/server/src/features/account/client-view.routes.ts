import type * as contract from '@signet/contract/access/client-view'
import type { IdentityHandler } from '../../app/handler.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { setClientView } from '../sessions/sessions.queries.ts'

export const startClientView: IdentityHandler<typeof contract.startClientView> = {
  withIdentity: async (context) => {
    const { actor, company, identity } = context
    await identity((tx) => setClientView(tx, actor.sessionId, company.id))
    await recordAudit(context, {
      action: 'clientView.started',
      targetType: 'company',
      targetId: companyTarget(company.id),
    })
  },
}

export const endClientView: IdentityHandler<typeof contract.endClientView> = {
  withIdentity: async (context) => {
    const { actor, company, identity } = context
    if (actor.ownRoleInView === null) return
    await identity((tx) => setClientView(tx, actor.sessionId, null))
    const entry = { action: 'clientView.ended', targetType: 'company', targetId: companyTarget(company.id) }
    await recordAudit({ ...context, actor: { ...actor, role: actor.ownRoleInView } }, entry)
  },
}
