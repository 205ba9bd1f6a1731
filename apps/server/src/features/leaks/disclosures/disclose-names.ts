import { randomUUID } from 'node:crypto'
import {
  disclosuresMax,
  shownMinutes,
  type DisclosureKind,
  type LeakDisclosure,
} from '@signet/contract/leaks/disclosures'
import { dayMs, minuteMs } from '@signet/contract/time'
import type { Context } from '../../../app/context.ts'
import type { Row } from '../../../db/rows.ts'
import { AppError } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { companyTarget } from '../../companies/company-target.ts'
import {
  endShown,
  findShown,
  holdDisclosures,
  insertDisclosure,
  namesOf,
  recentDisclosures,
} from './disclosures.queries.ts'

const callerOf = ({ company, actor }: Context) => ({ companyId: company.id, userId: actor.userId })

/** Until when the user names in leaks are shown to the caller; null if they are masked. */
export async function shownUntil(context: Context): Promise<Date | null> {
  return (await findShown(context.tx, callerOf(context), new Date()))?.until ?? null
}

/**
 * Shows the user names in leaks to the caller for a while. A repeated request with the same reason changes nothing.
 *
 * @returns until when
 * @throws AppError `DISCLOSURE_LIMIT`
 */
export async function showNames(context: Context, reason: string): Promise<Date> {
  const { tx } = context
  const caller = callerOf(context)
  await holdDisclosures(tx, caller)
  const now = new Date()
  const shown = await findShown(tx, caller, now)
  if (shown?.reason === reason) return shown.until
  await endShown(tx, caller, now)
  const until = new Date(now.getTime() + shownMinutes * minuteMs)
  await record(context, now, { kind: 'shown', reason, until, names: null })
  return until
}

/** Masks the user names for the caller again. */
export async function maskNames(context: Context): Promise<void> {
  const caller = callerOf(context)
  await holdDisclosures(context.tx, caller)
  if (!(await endShown(context.tx, caller, new Date()))) return
  await recordAudit(context, { action: 'leaks.namesMasked', ...targetOf(context) })
}

/**
 * The user names of leaks. The reason and their number are committed before they are returned.
 *
 * @returns each name once, in alphabetical order
 * @throws AppError `DISCLOSURE_LIMIT`
 */
export async function copyNames(context: Context, leakIds: readonly string[], reason: string): Promise<string[]> {
  const { tx, company } = context
  await holdDisclosures(tx, callerOf(context))
  const byLogin = new Map((await namesOf(tx, company.id, leakIds)).map((name) => [name.toLowerCase(), name]))
  const names = [...byLogin.values()].toSorted((a, b) => a.localeCompare(b, 'en') || (a < b ? -1 : 1))
  await record(context, new Date(), { kind: 'copied', reason, until: null, names: names.length })
  await context.commitSoFar()
  return names
}

/**
 * Records an export of watched people, whose leaks contain user names. Call it before the leaks are read.
 *
 * @throws AppError `DISCLOSURE_LIMIT`
 */
export async function discloseInExport(
  context: Context,
  { reason, people, ...more }: { reason: string; people: number; personId?: string },
): Promise<void> {
  await holdDisclosures(context.tx, callerOf(context))
  await takeAndInsert(context, new Date(), { kind: 'exported', reason, until: null, names: people })
  await recordAudit(context, { action: 'people.exported', ...targetOf(context), after: { reason, people, ...more } })
}

type Disclosed = Pick<Row<'leak_disclosures'>, 'reason' | 'until' | 'names'> & { kind: DisclosureKind }

const actions = { shown: 'leaks.namesShown', copied: 'leaks.namesCopied' } as const
const targetOf = ({ company }: Context) => ({ targetType: 'company', targetId: companyTarget(company.id) }) as const

async function takeAndInsert(context: Context, now: Date, disclosed: Disclosed): Promise<void> {
  const { tx, company, actor } = context
  await takeFromAllowance(context, now)
  const row = { company_id: company.id, id: randomUUID(), user_id: actor.userId, by_name: actor.name, at: now }
  await insertDisclosure(tx, { ...row, ...disclosed })
}

async function record(
  context: Context,
  now: Date,
  disclosed: Disclosed & { kind: keyof typeof actions },
): Promise<void> {
  await takeAndInsert(context, now, disclosed)
  await recordAudit(context, {
    action: actions[disclosed.kind],
    ...targetOf(context),
    after: { reason: disclosed.reason, ...(disclosed.until ? { until: disclosed.until } : { names: disclosed.names }) },
  })
}

/** @throws AppError `DISCLOSURE_LIMIT` with the time when the next one is possible */
async function takeFromAllowance(context: Context, now: Date): Promise<void> {
  const since = new Date(now.getTime() - dayMs)
  const recent = await recentDisclosures(context.tx, callerOf(context), since, disclosuresMax)
  const oldest = recent[disclosuresMax - 1]
  if (!oldest) return
  const retryAfter = Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000))
  throw new AppError('DISCLOSURE_LIMIT', { max: disclosuresMax }, { retryAfter })
}

/** A disclosure as it is sent. */
export const toDisclosure = (row: Row<'leak_disclosures'>): LeakDisclosure => ({
  id: row.id,
  kind: row.kind,
  by: row.by_name,
  at: row.at.toISOString(),
  reason: row.reason,
  until: row.until?.toISOString() ?? null,
  count: row.names,
})
