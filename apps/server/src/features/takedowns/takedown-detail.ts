import type { TakedownDetail } from '@signet/contract/takedowns'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { filesOf } from '../evidence/files.queries.ts'
import { caseEvents } from '../cases/case-events.ts'
import { attemptsOf } from './attempts.queries.ts'
import { reachOf } from './checks.queries.ts'
import { packIdOf } from './takedown-pack.ts'
import { findTakedown, toTakedown, type TakedownWithThreat } from '../cases/takedowns.queries.ts'

/**
 * One takedown with all that belongs to it.
 *
 * @throws AppError `NOT_FOUND` when the takedown is outside the company
 */
export async function takedownDetail(context: Context, takedownId: string): Promise<TakedownDetail> {
  const row = await takedownOr404(context, takedownId)
  return {
    ...toTakedown(row, context.company),
    attempts: await attemptsOf(context.tx, context.company.id, row.id),
    reach: await reachOf(context.tx, context.company.id, row, new Date()),
    relapses: row.relapse_count,
    files: await filesOf(context, 'takedown', row.id),
    events: await caseEvents(context, row.id),
    packHref: context.fileHref(packIdOf(row.id)),
  }
}

/** @throws AppError `NOT_FOUND` when the takedown is outside the company */
export async function takedownOr404({ tx, company }: Context, takedownId: string): Promise<TakedownWithThreat> {
  const row = await findTakedown(tx, company.id, takedownId)
  if (!row) throw new AppError('NOT_FOUND', { what: 'takedown' })
  return row
}
