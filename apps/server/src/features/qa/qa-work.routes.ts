import { lastActiveLabel } from '@signet/contract/access/last-active'
import type * as contract from '@signet/contract/review/qa-work'
import { isoDay, dayMs } from '@signet/contract/time'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import type { Handler, IdentityHandler } from '../../app/handler.ts'
import type { IdentityContext } from '../../app/context.ts'
import { rangeOf } from '../../app/range.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { claimWaiting, openClaim, waitingClaims } from './claims.queries.ts'
import { shownRecords } from './review/review-handlers.ts'
import { reviewScope } from './review/review-threats.ts'
import {
  figuresOfReviewers,
  lastActiveOf,
  reviewersOf,
  workByDay,
  workBySource,
  workKinds,
  type Reviewer,
  type Work,
} from './reviewer-activity.queries.ts'

const rangeDays = 30
const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs)

export const claimThreats: Handler<typeof contract.claimThreats> = async (context, { body }) => {
  const { tx, company, actor } = context
  const ids = await claimWaiting(tx, company.id, actor, body)
  await recordAudit(
    context,
    ids.map((id) => ({ action: 'qa.claim', targetType: 'threat', targetId: id })),
  )
  return shownRecords(context, 'threat', ids)
}

/** @throws AppError `NOT_FOUND` if no such record is waiting */
export const openForReview: Handler<typeof contract.openForReview> = async (context, { body }) => {
  const { tx, company, actor } = context
  reviewScope(context, body.kind)
  const claim = found(await openClaim(tx, company.id, actor, body), 'review')
  return { isMine: claim.user_id === actor.userId, by: claim.user_name, until: claim.expires_at.toISOString() }
}

export const getQaClaims: Handler<typeof contract.getQaClaims> = async ({ tx, company, actor }) => {
  const claims = await waitingClaims(tx, company.id)
  return claims.map((claim) => ({
    id: claim.threat_id,
    by: claim.user_name,
    isMine: claim.user_id === actor.userId,
    isOpened: claim.is_opened,
    until: claim.expires_at.toISOString(),
  }))
}

export const getQaUsers: IdentityHandler<typeof contract.getQaUsers> = {
  withIdentity: async (context) => {
    const { tx, company } = context
    const reviewers = await context.identity((identity) => reviewersOf(identity, company.id))
    const ids = reviewers.map(({ id }) => id)
    const lastActive = await lastActiveOf(tx, company.id, ids)
    const today = dayOf(new Date())
    return reviewers.map(({ id, email, name }) => {
      const at = lastActive.get(id)
      return {
        email,
        name,
        lastActive: at?.toISOString() ?? null,
        lastActiveLabel: lastActiveLabel(at ? today - dayOf(at) : null),
      }
    })
  },
}

/** @throws AppError `NOT_FOUND` if no reviewer of the company has this email address */
async function reviewerOf(context: IdentityContext, userEmail = context.actor.email): Promise<Reviewer> {
  const email = userEmail.toLowerCase()
  const [reviewer] = await context.identity((tx) => reviewersOf(tx, context.company.id, email))
  if (!reviewer) throw new AppError('NOT_FOUND', { what: 'reviewer' })
  return reviewer
}

/** Whole UTC days; by default the last 30 up to today. */
function spanOf(dateRange: string[] | undefined): { from: Date; until: Date } {
  const [fromDate, toDate] = dateRange ?? []
  const { from, until } = rangeOf({ fromDate, toDate })
  const end = until ?? new Date((dayOf(new Date()) + 1) * dayMs)
  return { from: from ?? new Date(end.getTime() - rangeDays * dayMs), until: end }
}

type DayOfWork = Awaited<ReturnType<typeof workByDay>>[number]

/** Every day of the period with the amount of each kind of work. */
function pointsOf(rows: readonly DayOfWork[], { from, until }: ReturnType<typeof spanOf>) {
  const days = Math.ceil(until.getTime() / dayMs) - dayOf(from)
  return Array.from({ length: days }, (_, index) => {
    const date = isoDay((dayOf(from) + index) * dayMs)
    const by = Object.fromEntries(workKinds.map((kind) => [kind, sumOf(rows, kind, date)]))
    return { date, count: Object.values(by).reduce((total, count) => total + count, 0), by }
  })
}

const sumOf = (rows: readonly DayOfWork[], kind: Work, day?: string) =>
  rows
    .filter((row) => row.kind === kind && (day === undefined || row.day === day))
    .reduce((total, { count }) => total + count, 0)

const slicesOf = (rows: Awaited<ReturnType<typeof workBySource>>) =>
  rows.map(({ source, kind, count }) => ({ key: source, label: sourceInfoOf(kind, source).label, count }))

export const getUserActivityWithEmail: IdentityHandler<typeof contract.getUserActivityWithEmail> = {
  withIdentity: async (context, { query }) => {
    const span = spanOf(query.dateRange)
    const reviewer = await reviewerOf(context, query.userEmail)
    const rows = await workByDay(context.tx, context.company.id, [reviewer.id], span)
    return {
      email: reviewer.email,
      published: sumOf(rows, 'published'),
      whitelisted: sumOf(rows, 'whitelisted'),
      deleted: sumOf(rows, 'deleted'),
      watchlisted: sumOf(rows, 'watchlisted'),
      added: sumOf(rows, 'added'),
      byDay: pointsOf(rows, span),
    }
  },
}

export const getSourceDistribution: IdentityHandler<typeof contract.getSourceDistribution> = {
  withIdentity: async (context, { query }) => {
    const reviewer = await reviewerOf(context, query.userEmail)
    return slicesOf(await workBySource(context.tx, context.company.id, [reviewer.id], spanOf(query.dateRange)))
  },
}

export const getTeamActivity: IdentityHandler<typeof contract.getTeamActivity> = {
  withIdentity: async (context, { query }) => {
    const { tx, company } = context
    const span = spanOf(query.dateRange)
    const ids = (await context.identity((identity) => reviewersOf(identity, company.id))).map(({ id }) => id)
    return {
      byDay: pointsOf(await workByDay(tx, company.id, ids, span), span),
      bySource: slicesOf(await workBySource(tx, company.id, ids, span)),
    }
  },
}

export const getReviewerFigures: IdentityHandler<typeof contract.getReviewerFigures> = {
  withIdentity: async (context, { query }) => {
    const { tx, company } = context
    const reviewers = await context.identity((identity) => reviewersOf(identity, company.id))
    const ids = reviewers.map(({ id }) => id)
    const figures = await figuresOfReviewers(tx, company.id, ids, spanOf(query.dateRange))
    return reviewers.map(({ id, email }) => {
      const own = figures.get(id)
      return { email, reviewed: own?.reviewed ?? 0, medianMs: own?.median ?? null, returned: own?.returned ?? 0 }
    })
  },
}
