import type * as contract from '@signet/contract/operation/system-health'
import type { PartHealth } from '@signet/contract/operation/system-health'
import type { Handler, SteppedHandler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { forCompany } from '../../db/for-company.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { lastReadings } from './feeds.queries.ts'

export const getSystemHealth: SteppedHandler<typeof contract.getSystemHealth> = {
  inSteps: async ({ before, last }) => {
    const health = await before(async (context) => context.health)
    const parts = await health.checkAll()
    return last(async () => parts)
  },
}

export const listFeeds: Handler<typeof contract.listFeeds> = async ({ tx }) => {
  const rows = await lastReadings(tx)
  return rows.map((row) => ({
    feed: row.feed,
    state: row.state,
    startedAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    namesRead: row.names_read,
    threatsAdded: row.threats_added,
    error: row.error && inEnglish(row.error),
  }))
}

export const probeStorage: SteppedHandler<typeof contract.probeStorage> = probe((health) => health.tryStorage())
export const probeQueue: SteppedHandler<typeof contract.probeQueue> = probe((health) => health.tryQueue())
export const probeMail: SteppedHandler<typeof contract.probeMail> = probe((health, person) => health.tryMail(person))

type Probe = (health: Context['health'], person: Parameters<Context['health']['tryMail']>[0]) => Promise<PartHealth>

/** A test of one part, which may wait for another server or for a worker. */
function probe(run: Probe): SteppedHandler<typeof contract.probeStorage> {
  return {
    inSteps: async ({ before, last }) => {
      const { actor, health } = await before(async (context) => context)
      const part = await run(health, { name: actor.name, email: actor.email, companyId: actor.company.id })
      return last((context) => recorded(context, part))
    },
  }
}

/** A test is recorded in the user's own company, because it concerns no other. */
async function recorded(context: Context, part: PartHealth): Promise<PartHealth[]> {
  const { name, ok } = part
  const { company } = context.actor
  const entry = {
    action: 'systemHealth.checked',
    targetType: 'company',
    targetId: companyTarget(company.id),
    after: { name, ok },
  } as const
  await forCompany(context.tx, company.id, () => recordAudit({ ...context, company }, entry))
  return [part]
}
