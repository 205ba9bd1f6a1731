import { required } from '@signet/contract/narrow'
import type { Severity } from '@signet/contract/threats/severities'
import type { ThreatStatus } from '@signet/contract/threats/threats'
import { dayMs, hourMs } from '@signet/contract/time'
import { firstDueOf } from '@signet/contract/requests/analysis-parts'
import { dayIn, endOfDay } from '@signet/server/features/companies/company-zone'
import type { Actor, DemoAnalysis, DemoAudit, DemoData, DemoThreat, UserKey } from '../demo-data.ts'
import type { DemoWorld, Person } from '../demo-world.ts'
import { caseTeam, ipAddress } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'
import { remarksFor } from './client-remarks.ts'
import { requestTime, statusesFor } from './takedown-goals.ts'

/* The client's decisions on published threats, the takedowns that are requested, and the resulting analyses. */

type Decision = Record<ThreatStatus, number>

/** Shares of each decision by the age of a threat: old threats are decided, new ones are open. */
const decisionsByAge: readonly { untilDays: number; shares: Decision }[] = [
  { untilDays: 2, shares: { open: 86, takedown: 10, falsePositive: 2, whitelist: 1, deeperAnalysis: 1 } },
  { untilDays: 7, shares: { open: 70, takedown: 18, falsePositive: 6, whitelist: 2, deeperAnalysis: 4 } },
  { untilDays: 21, shares: { open: 55, takedown: 24, falsePositive: 12, whitelist: 5, deeperAnalysis: 4 } },
  { untilDays: 60, shares: { open: 20, takedown: 40, falsePositive: 25, whitelist: 11, deeperAnalysis: 4 } },
  { untilDays: Infinity, shares: { open: 4, takedown: 46, falsePositive: 34, whitelist: 13, deeperAnalysis: 3 } },
]
// The more severe a threat is, the more likely it is taken down and the less likely it turns out harmless.
const takedownPull: Record<Severity, number> = { Critical: 4, High: 2, Medium: 1, Low: 0.45 }
const harmlessPull: Record<Severity, number> = { Critical: 0.1, High: 0.45, Medium: 1, Low: 1.3 }

const remarkShare = 0.4
/** The provider's staff propose some takedowns, which the client then authorises. */
const staffShare = 0.2
const analysisRemarks = ['Who is behind this?', 'Please find the group’s other names.'] as const

type Cases = Omit<DemoData, 'threats' | 'bookmarks'>

/**
 * Decides published threats, changes them and returns the records. Takedowns are only ordered: their threats stay open until the recorded
 * cases are loaded.
 */
export function decideAll(world: DemoWorld, random: Random, threats: readonly DemoThreat[], today: Date): Cases {
  const cases: Cases = { orders: [], analyses: [], remarks: [], audit: [] }
  const open = threats.filter(({ stage, autoFiltered }) => stage === 'published' && !autoFiltered)
  const decided = open.map((threat) => {
    const own = random.fork(threat.id)
    const decision = decisionFor(own, threat, today)
    return { threat, own, decision, at: decisionTime(own, threat, today) }
  })
  const wanted = decided.filter(({ decision }) => decision === 'takedown')
  const ages = wanted.map(({ at }) => (today.getTime() - at.getTime()) / dayMs)
  const statuses = statusesFor(random.fork('statuses'), ages)
  for (const [index, { threat, own, at: decidedAt }] of wanted.entries()) {
    const goal = statuses[index] ?? 'resolved'
    const requestedAt = requestTime(goal, { severity: threat.severity, place: placeOf(threat), decidedAt, today })
    const isByStaff = goal === 'awaiting_authorisation' || own.chance(staffShare)
    const by = isByStaff ? own.pick(caseTeam) : clientPerson(world, own)
    const remark = !isByStaff && own.chance(remarkShare) ? own.pick(remarksFor(threat).takedown) : null
    cases.orders.push({ threatId: threat.id, goal, requestedAt, by, remark })
  }

  const analysed = decided.filter(({ decision }) => decision === 'deeperAnalysis')
  // The first running one of a threat that was published long enough ago.
  const lateIndex = analysed.findIndex(
    ({ threat, at }, index) =>
      index > analysed.length * runningFrom && threat.kind === 'threat' && at <= lateSince(threat, today),
  )
  for (const [index, { threat, own, at }] of analysed.entries()) {
    // Oldest first: the last third is still running or waiting.
    const place = index / Math.max(1, analysed.length)
    const status =
      place > 0.84 ? 'requested' : place > runningFrom ? 'inProgress' : own.chance(0.15) ? 'aborted' : 'completed'
    const isOpen = status === 'requested' || status === 'inProgress'
    // Those that are open still have time, except for one on which the team is late.
    const isLate = isOpen && index === lateIndex
    const openedAt = isLate ? lateSince(threat, today) : isOpen ? withinDue(threat, at, today) : at
    openAnalysis(world, own, cases, threat, openedAt, index === 0 ? 'aborted' : status, today)
  }
  for (const { threat, own, at, decision } of decided)
    if (decision === 'falsePositive' || decision === 'whitelist') decide(world, own, cases, threat, at, decision)
  return cases
}

/** From which share of the analyses on, oldest first, they are running. */
const runningFrom = 0.62
/** How late the team is with an analysis, after the day on which it is due. */
const lateMs = 2 * dayMs

/** When an analysis was requested that the team is late with. */
const lateSince = ({ severity }: DemoThreat, today: Date): Date =>
  new Date(today.getTime() - (firstDueOf(today, severity).getTime() - today.getTime()) - lateMs)

/** A value from 0 to 1 that is always the same for a threat. */
const placeOf = ({ id }: DemoThreat) => Number.parseInt(id.slice(0, 6), 16) / 0xff_ff_ff

/** A time at which an analysis of the threat is requested so that it isn't due yet. */
function withinDue(threat: DemoThreat, at: Date, today: Date): Date {
  const dueMs = firstDueOf(at, threat.severity).getTime() - at.getTime()
  return new Date(Math.max(at.getTime(), today.getTime() - dueMs * (0.1 + 0.7 * placeOf(threat))))
}

function decisionFor(random: Random, threat: DemoThreat, today: Date): ThreatStatus {
  const ageDays = (today.getTime() - threat.firstSeen.getTime()) / dayMs
  const shares = required(
    decisionsByAge.find(({ untilDays }) => ageDays < untilDays),
    'an age',
  ).shares
  const harmless = harmlessPull[threat.severity]
  // There is nothing to take down under a name that leads nowhere, and the company mends its own redirect itself.
  const isNoTarget = threat.class === 'lure-url' || threat.indicators.some(({ name }) => name === 'Does not resolve')
  return random.weighted({
    ...shares,
    takedown: isNoTarget ? 0 : shares.takedown * takedownPull[threat.severity],
    falsePositive: shares.falsePositive * harmless,
    whitelist: shares.whitelist * harmless,
  })
}

function decisionTime(random: Random, threat: DemoThreat, today: Date): Date {
  const published = required(threat.publishedAt, 'the publication')
  const room = today.getTime() - published.getTime()
  const hours = 0.4 + random.next() ** 3 * 60
  return new Date(published.getTime() + Math.floor(Math.min(hours * hourMs, room * 0.7) / 1000) * 1000)
}

function clientPerson(world: DemoWorld, random: Random): UserKey | Person {
  return random.chance(0.55) ? 'client' : random.pick(world.colleagues)
}

/** Returns a function that records actions. Callers increment the version of a threat when they decide or reopen it. */
function recorder(random: Random, cases: Cases) {
  return (
    entry: { at: Date; by: Actor; action: string; before?: object; after: object } & Pick<
      DemoAudit,
      'targetType' | 'targetId'
    >,
  ) => cases.audit.push({ id: random.uuid(), ip: entry.by ? ipAddress(random) : null, before: null, ...entry })
}

/** The text of a remark, which is also stored with the threat; `undefined` without a remark. */
function remarkOn(
  random: Random,
  cases: Cases,
  threat: DemoThreat,
  by: UserKey | Person,
  at: Date,
  decision: ThreatStatus,
): string | undefined {
  if (!random.chance(remarkShare)) return undefined
  const { falsePositive, whitelist } = remarksFor(threat)
  const words: Partial<Record<ThreatStatus, readonly string[]>> = { falsePositive, whitelist }
  const isKind = decision === 'falsePositive' && random.chance(0.6)
  const kind = isKind ? random.pick(['Irrelevant', 'Inaccurate Information']) : 'custom'
  const text = isKind ? kind : random.pick(words[decision] ?? analysisRemarks)
  cases.remarks.push({ id: random.uuid(), threatId: threat.id, kind, text, by, at })
  return text
}

function decide(
  world: DemoWorld,
  random: Random,
  cases: Cases,
  threat: DemoThreat,
  at: Date,
  decision: Exclude<ThreatStatus, 'open' | 'takedown'>,
  by: UserKey | Person = clientPerson(world, random),
): UserKey | Person {
  const remark = remarkOn(random, cases, threat, by, at, decision)
  recorder(
    random,
    cases,
  )({
    at,
    by,
    action: `threat.${decision}`,
    targetType: 'threat',
    targetId: threat.id,
    before: { status: 'open' },
    after: { status: decision, ...(remark ? { remark } : {}) },
  })
  threat.status = decision
  threat.version += 1
  return by
}

/** Reverses the decision, as when an analysis is aborted. */
function reopen(random: Random, cases: Cases, threat: DemoThreat, at: Date, by: Actor): void {
  recorder(
    random,
    cases,
  )({
    at,
    by,
    action: 'threat.reopen',
    targetType: 'threat',
    targetId: threat.id,
    before: { status: threat.status },
    after: { status: 'open' },
  })
  threat.status = 'open'
  threat.version += 1
}

function openAnalysis(
  world: DemoWorld,
  random: Random,
  cases: Cases,
  threat: DemoThreat,
  at: Date,
  status: DemoAnalysis['status'],
  today: Date,
): void {
  const requestedBy = decide(world, random, cases, threat, at, 'deeperAnalysis')
  const id = random.uuid()
  const record = recorder(random, cases)
  record({
    at,
    by: requestedBy,
    action: 'deeperAnalysis.requested',
    targetType: 'deeperAnalysis',
    targetId: id,
    after: { threatId: threat.id },
  })
  const room = today.getTime() - at.getTime()
  const hours = { requested: 0, inProgress: 6, completed: 70, aborted: 5 }[status] * (0.6 + random.next())
  const updatedAt = new Date(at.getTime() + Math.floor(Math.min(hours * hourMs, room * 0.9) / 1000) * 1000)
  if (status === 'aborted') {
    record({
      at: updatedAt,
      by: requestedBy,
      action: 'deeperAnalysis.aborted',
      targetType: 'deeperAnalysis',
      targetId: id,
      after: { status: 'aborted' },
    })
    reopen(random, cases, threat, updatedAt, requestedBy)
  }
  const reachedAt: DemoAnalysis['reachedAt'] = { requested: at.toISOString() }
  if (status === 'inProgress' || status === 'completed') {
    const analyst = random.pick(caseTeam)
    const moved = (to: 'inProgress' | 'completed', when: Date, before: string, remark: string) => {
      reachedAt[to] = when.toISOString()
      record({
        at: when,
        by: analyst,
        action: 'deeperAnalysis.moved',
        targetType: 'deeperAnalysis',
        targetId: id,
        before: { status: before },
        after: { status: to, remark },
      })
    }
    const share = status === 'completed' ? 0.15 : 1
    const begunAt = new Date(at.getTime() + Math.floor(((updatedAt.getTime() - at.getTime()) * share) / 1000) * 1000)
    moved('inProgress', begunAt, 'requested', 'Assigned; first results within two working days')
    if (status === 'completed') moved('completed', updatedAt, 'inProgress', random.pick(remarksFor(threat).findings))
  }
  if (status === 'aborted') reachedAt.aborted = updatedAt.toISOString()
  cases.analyses.push({
    id,
    threatId: threat.id,
    status,
    reachedAt,
    requestedBy,
    requestedAt: at,
    // The demo companies have set no time zone.
    dueAt: endOfDay(dayIn(firstDueOf(at, threat.severity), 'UTC'), 'UTC'),
    updatedAt,
    version: { requested: 1, inProgress: 2, completed: 3, aborted: 2 }[status],
  })
}
