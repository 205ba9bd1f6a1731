import { takedownStepKeys, type CompanyOverview } from '@signet/contract/reports/overview'
import type * as contract from '@signet/contract/reports/overview'
import { takedownStages } from '@signet/contract/takedowns/takedown-steps'
import { dayMs } from '@signet/contract/time'
import type { Handler, IdentityHandler } from '../../app/handler.ts'
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
const noCases = { overdue: 0, unassigned: 0, mine: 0 }
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
          reviews: row?.reviews ?? { overdue: 0, dueSoon: 0 },
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

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return sorted.length === 0 ? null : middle.reduce((sum, value) => sum + value, 0) / middle.length
}

export const getTakedownFigures: Handler<typeof contract.getTakedownFigures> = async ({ tx, company }, { query }) => {
  const from = startOf(query.daysBack)
  const running = await queries.runningByStatus(tx, company.id)
  const ended = await queries.endedBetween(tx, company.id, from, new Date())
  const before = await queries.endedBetween(tx, company.id, new Date(from.getTime() - query.daysBack * dayMs), from)
  const sum = (key: 'count' | 'overdue') => running.reduce((total, row) => total + row[key], 0)
  return {
    running: sum('count'),
    overdue: sum('overdue'),
    steps: takedownStepKeys.map((key) => {
      const stage = takedownStages.find((one) => one.key === key)
      const own = running.filter(({ status }) => stage?.statuses.includes(status))
      return {
        key,
        label: stage?.openLabel ?? stage?.label ?? key,
        count: own.reduce((total, { count }) => total + count, 0),
        medianMs: medianOf(own.flatMap(({ ages }) => ages)),
      }
    }),
    removed: ended.removed,
    removedInTime: ended.removed_in_time,
    medianRemovalMs: ended.median,
    medianBeforeMs: before.median,
    refused: ended.refused,
  }
}

export const getLastScan: Handler<typeof contract.getLastScan> = async ({ tx }) => ({
  at: (await queries.lastScanAt(tx))?.toISOString() ?? null,
})
