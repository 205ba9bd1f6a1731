import { can } from '@signet/contract/access/permissions'
import { takedownSteps } from '@signet/contract/takedowns/takedown-steps'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import type { Context } from '../../app/context.ts'
import { found } from '../../errors.ts'
import { filesOf } from '../evidence/files.queries.ts'
import { listingsOf } from '../cases/listings.queries.ts'
import { caseEvents } from '../cases/case-events.ts'
import { periodsOf } from '../cases/takedown-periods.queries.ts'
import { requestsOf } from '../threats/record/threat-detail.queries.ts'
import { attemptsOf } from './notices/attempts.queries.ts'
import { timingOf } from './following/takedown-timing.ts'
import { plannedStep } from './following/planned-step.ts'
import { reachOf } from './following/checks.queries.ts'
import { packIdOf } from './packs/takedown-pack.ts'
import { withAssignee } from '../cases/case-list.queries.ts'
import {
  escalationsDue,
  findTakedown,
  takedownCases,
  toTakedown,
  type TakedownWithThreat,
} from '../cases/takedowns.queries.ts'

/**
 * One takedown with all related records.
 *
 * @throws AppError `NOT_FOUND` if the takedown is outside the company
 */
export async function takedownDetail(context: Context, takedownId: string): Promise<TakedownDetail> {
  const row = await withAssignee(context.tx, takedownCases, await takedownOf(context, takedownId))
  const attempts = await attemptsOf(context.tx, context.company.id, row.id)
  const blockLists = await listingsOf(context.tx, context.company.id, row.id)
  const escalations = await escalationsDue(context.tx, context.company.id, [row])
  const { statuses } = await periodsOf(context.tx, context.company.id, row.id)
  return {
    ...toTakedown(row, context.company, escalations.get(row.id)),
    steps: takedownSteps(
      row.status,
      row.reached_at,
      {
        noticeWrittenAt: attempts.find(({ purpose }) => purpose === 'request')?.at,
        repliedAt: attempts
          .flatMap(({ answeredAt }) => answeredAt ?? [])
          .toSorted()
          .at(0),
      },
      Object.fromEntries(statuses.toReversed().map(({ value, at }) => [value, at])),
    ),
    attempts,
    blockLists,
    timing: await timingOf(context, row, { attempts, blockLists }),
    reach: {
      isOn: context.installation.looksUp,
      ...(await reachOf(context.tx, context.company.id, row, new Date())),
    },
    nextStep: await plannedStep(context.tx, row),
    relapses: row.relapse_count,
    requests: can(context.actor.role, 'requests:read')
      ? await requestsOf(context.tx, context.company.id, row.threat_id)
      : [],
    files: await filesOf(context, 'takedown', row.id),
    events: await caseEvents(context, row.id),
    packHref: context.fileHref(packIdOf(row.id)),
  }
}

/** @throws AppError `NOT_FOUND` if the takedown is outside the company */
export async function takedownOf({ tx, company }: Context, takedownId: string): Promise<TakedownWithThreat> {
  return found(await findTakedown(tx, company.id, takedownId), 'takedown')
}
