import { takedownStepKeys, type CompanyOverview } from '@signet/contract/reports/overview'
import type * as contract from '@signet/contract/reports/overview'
import { takedownStages } from '@signet/contract/takedowns/takedown-steps'
import { dayMs } from '@signet/contract/time'
import type { Handler, IdentityHandler } from '../../app/handler.ts'
import { targetHoursOf } from '../cases/takedowns.queries.ts'
import { startOf } from './start-of.ts'
import * as queries from './overview.queries.ts'

/** Sorts first by what a client must decide, then by our overdue cases, then by the longest wait. */
function byNeed(a: CompanyOverview, b: CompanyOverview): number {
  return (
    b.criticalOpen - a.criticalOpen ||
    b.takedowns.overdue - a.takedowns.overdue ||
    b.analyses.overdue - a.analyses.overdue ||
    b.requests.overdue - a.requests.overdue ||
    ageOf(a.oldestUndecided) - ageOf(b.oldestUndecided) ||
    b.qaBacklog - a.qaBacklog ||
    a.name.localeCompare(b.name, 'en')
  )
}
const noCases = { overdue: 0, dueSoon: 0, unassigned: 0, mine: 0 }
const ageOf = (at: string | null) => (at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at))

export const getCompanyOverview: IdentityHandler<typeof contract.getCompanyOverview> = {
  withIdentity: async (context) => {
    const ids = context.companies.map(({ id }) => id)
    const waiting = new Map(
      (await queries.waitingOf(context.tx, ids, context.actor.userId)).map((row) => [row.id, row]),
    )
    const signIns = await context.identity((tx) => queries.lastSignInsOf(tx, ids))
    return context.companies
      .map(({ id, key, name }) => {
        const row = waiting.get(id)
        return {
          company: key,
          name,
          isDemo: row?.is_demo ?? false,
          criticalOpen: row?.critical_open ?? 0,
          oldestUndecided: row?.oldest_undecided?.toISOString() ?? null,
          takedowns: row?.takedowns ?? noCases,
          analyses: row?.analyses ?? noCases,
          requests: row?.requests ?? { open: 0, ...noCases },
          reviews: row?.reviews ?? { overdue: 0, dueSoon: 0, critical: 0 },
          qaBacklog: row?.qa_backlog ?? 0,
          lastSignIn: signIns.get(id)?.toISOString() ?? null,
        }
      })
      .toSorted(byNeed)
  },
}

export const getPeopleActivity: IdentityHandler<typeof contract.getPeopleActivity> = {
  withIdentity: async (context, { query }) => {
    const { tx, company } = context
    const people = await context.identity((identity) => queries.ownPeopleOf(identity, company.id))
    const ids = people.map(({ id }) => id)
    const work = await queries.workOfPeople(tx, company.id, ids, startOf(query.daysBack))
    return people
      .map(({ id, name, email, last_sign_in_at: signedIn }) => {
        const done = work.get(id)
        const times = [signedIn, done?.at].flatMap((at) => (at ? [at.getTime()] : []))
        const lastActive = times.length > 0 ? new Date(Math.max(...times)).toISOString() : null
        return { name, email, lastActive, decisions: done?.decisions ?? 0 }
      })
      .toSorted((a, b) => b.decisions - a.decisions || (b.lastActive ?? '').localeCompare(a.lastActive ?? ''))
  },
}

export const getTakedownFigures: Handler<typeof contract.getTakedownFigures> = async ({ tx, company }, { query }) => {
  const from = startOf(query.daysBack)
  const before = new Date(from.getTime() - query.daysBack * dayMs)
  const running = await queries.runningBySteps(tx, company.id, takedownStages)
  const ended = await queries.endedSince(tx, company.id, { before, from })
  const sum = (key: 'count' | 'overdue') => running.reduce((total, row) => total + row[key], 0)
  return {
    running: sum('count'),
    overdue: sum('overdue'),
    steps: takedownStepKeys.map((key) => {
      const stage = takedownStages.find((one) => one.key === key)
      const own = running.find((row) => row.key === key)
      return {
        key,
        label: stage?.openLabel ?? stage?.label ?? key,
        count: own?.count ?? 0,
        medianMs: own?.median ?? null,
      }
    }),
    removed: ended.now.removed,
    removedInTime: ended.now.removed_in_time,
    targetHours: await targetHoursOf(tx, company.id),
    medianRemovalMs: ended.now.median,
    medianBeforeMs: ended.before.median,
    refused: ended.now.refused,
  }
}

export const getLastScan: Handler<typeof contract.getLastScan> = async ({ tx }) => ({
  at: (await queries.lastScanAt(tx))?.toISOString() ?? null,
})
