import { required } from '@signet/contract/narrow'
import { hourMs } from '@signet/contract/time'
import type { NextStep } from '@signet/contract/takedowns/takedowns'
import { nextStepOf, type FollowedNotice } from '@signet/detection'
import { eachAlone, eachCompanyAlone } from '../../../app/each-alone.ts'
import type { JobParts } from '../../../app/jobs.ts'
import { activeCompanies, companyOf } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { policyInForce } from './takedown-policy.queries.ts'
import { lockTakedown, type TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { publishTakedownChanged } from '../../notifications/live-events.queries.ts'
import { notify } from '../../notifications/notify.ts'
import { followedNotices } from '../notices/attempts.queries.ts'
import { escalate } from '../notices/escalate.ts'
import { remind } from '../notices/follow-up-notice.ts'
import { dueCases, followedCaseOf, markEscalated, postponeStep, putNextStepAt } from './next-steps.queries.ts'
import { isTargetKept } from './own-target.queries.ts'

type Parts = Pick<JobParts, 'database' | 'enqueue' | 'mailer' | 'log'>

/** A case whose step failed, or whose target is allowed now, is looked at again after this time, not with every run. */
const againMs = hourMs

/**
 * Takes the steps that are due in the cases of all companies: each in a transaction of its own that locks the case and decides again, so
 * that a step is taken once, however many workers run or end in the middle. A step that fails is tried again later and stops no other.
 *
 * @throws AggregateError after the last case, if steps failed or the cases of a company couldn't be read
 */
export async function takeNextSteps(parts: Parts, now: Date, stopping: AbortSignal): Promise<void> {
  const { database, log } = parts
  await eachCompanyAlone({ database, log }, await activeCompanies(database), async ({ id: companyId }) => {
    if (stopping.aborted) return
    const due = await database.inCompanies([companyId], (tx) => dueCases(tx, companyId, now))
    await eachAlone({ database, log }, due, toNames, async (takedownId) => {
      if (stopping.aborted) return
      try {
        await database.inCompanies([companyId], (tx) => takeNextStep({ ...parts, tx }, companyId, takedownId, now))
      } catch (error) {
        const again = new Date(now.getTime() + againMs)
        await database.inCompanies([companyId], (tx) => postponeStep(tx, companyId, takedownId, again))
        throw error
      }
    })
  })
}

const toNames = (takedownId: string) => ({ takedownId })

async function takeNextStep(
  parts: Parts & { tx: Tx },
  companyId: number,
  takedownId: string,
  now: Date,
): Promise<void> {
  const { tx } = parts
  const row = await lockTakedown(tx, companyId, takedownId)
  if (!row || row.next_step_at === null || row.next_step_at > now) return
  const { followUps, timers } = await policyInForce(tx, companyId)
  const followed = await followedCaseOf(tx, row)
  const step = followUps === 'off' ? null : nextStepOf(followed, { timers })
  if (step && Date.parse(step.dueAt) <= now.getTime()) {
    if (await isTargetKept(tx, row, now)) {
      await postponeStep(tx, companyId, takedownId, new Date(now.getTime() + againMs))
      return
    }
    await take(parts, row, step, { notices: followed.notices, isProposed: followUps === 'propose', now })
  }
  // What was written changes what comes next.
  const next = followUps === 'off' ? null : nextStepOf(await followedCaseOf(tx, row), { timers })
  await putNextStepAt(tx, row, next)
}

async function take(
  { tx, enqueue, mailer }: Parts & { tx: Tx },
  row: TakedownWithThreat,
  { kind, attemptId, recipient }: NextStep,
  about: { notices: readonly FollowedNotice[]; isProposed: boolean; now: Date },
): Promise<void> {
  const companyId = row.company_id
  const mover = { ...asProduct(tx, companyId), enqueue, company: await companyOf(tx, companyId) }
  const { isProposed, notices, now } = about
  const earlier = required(
    notices.find(({ id }) => id === attemptId),
    'the notice of a step',
  )
  const hasServer = !mailer.isCatching
  // Without the text of an earlier email, which is cleaned up at some point, there is nothing to remind of.
  const isReminder = kind === 'reminder' && (await remind(mover, row, { earlier, isProposed, hasServer, now })) !== null
  const reached = isReminder ? recipient : await escalate({ ...mover, mailer }, row, { earlier, isProposed })
  if (!isReminder) await markEscalated(tx, companyId, attemptId, now)
  if (reached === null) {
    await recordAudit(mover, {
      action: 'takedown.noFurtherContact',
      targetType: 'takedown',
      targetId: row.id,
      after: {},
    })
  }
  await publishTakedownChanged(tx, companyId, row)
  // The limit of its recipient holds what would otherwise be sent.
  const [written] = reached === null ? [] : await followedNotices(tx, companyId, row.id)
  if (reached !== null && !isProposed && written?.status !== 'limited') return
  const { title } = row
  await notify(tx, {
    companyId,
    audience: { permission: 'takedowns:move' },
    type: 'takedown',
    title:
      reached === null
        ? messageOf('NO_FURTHER_CONTACT', { title })
        : messageOf('FOLLOW_UP_PROPOSED', { kind, title, recipient: reached }),
    href: `/takedown/${row.id}`,
    once: `step ${attemptId} ${now.toISOString()}`,
  })
}
