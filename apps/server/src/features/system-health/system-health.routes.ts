import type * as contract from '@signet/contract/operation/system-health'
import type { PartHealth } from '@signet/contract/operation/system-health'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { forCompany } from '../../db/for-company.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { lastReadings } from './feeds.queries.ts'

export const getSystemHealth: Handler<typeof contract.getSystemHealth> = ({ health }) => health.checkAll()

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

export const probeStorage: Handler<typeof contract.probeStorage> = async (context) =>
  recorded(context, await context.health.tryStorage())

export const probeQueue: Handler<typeof contract.probeQueue> = async (context) =>
  recorded(context, await context.health.tryQueue())

export const probeMail: Handler<typeof contract.probeMail> = async (context) => {
  const { actor, health } = context
  const person = { name: actor.name, email: actor.email, companyId: actor.company.id }
  return recorded(context, await health.tryMail(person))
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
