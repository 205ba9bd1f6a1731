import { threatFlow } from '@signet/contract/threats/threats'
import { can } from '@signet/contract/access/permissions'
import type { SelectionDecision } from './decisions.jobs.ts'
import type { QueueingRun } from '../../app/jobs.ts'
import { findUserActor } from '../sessions/sessions.queries.ts'
import { publishedScope, type ThreatFilter } from '../threats/list/threat-filter.queries.ts'
import { idsOfThreats } from '../threats/threats.queries.ts'
import { decideThreats } from './decide-threats.ts'

const batchSize = 200

/**
 * Records one decision on all threats that a filter finds, 200 at a time. A run after a crash continues where the last one stopped: the
 * flow refuses threats that already have the decision, so they aren't changed.
 */
export async function runDecideSelection(parts: QueueingRun, data: SelectionDecision): Promise<void> {
  const { database, enqueue, signal } = parts
  const actor = await findUserActor(database, data.userId)
  // The user was disabled or may no longer decide: the rest isn't decided.
  const company = actor && [actor.company, ...actor.adminCompanies].find(({ id }) => id === data.companyId)
  if (!actor || !company || !can(actor.role, 'threats:decide')) return
  const action = data.action
  const next = action === 'reopen' ? 'open' : action
  const kind = data.kind ?? 'threat'
  const scope = publishedScope({ company, actor }, kind)
  const filter: ThreatFilter = { ...data.filter, except: data.except }

  const wanted = await database.inCompanies([company.id], (tx) => idsOfThreats(tx, scope, filter, 100_000))
  for (let start = 0; start < wanted.length; start += batchSize) {
    signal.throwIfAborted()
    await database.inCompanies([company.id], async (tx) => {
      const batch = wanted.slice(start, start + batchSize)
      const context = { tx, actor, company, enqueue, requestId: data.requestId, ip: data.ip }
      if (!(next in threatFlow)) return
      await decideThreats(context, kind, batch, action, {
        remark: data.remark,
        until: data.until ? new Date(data.until) : null,
      })
    })
  }
}
