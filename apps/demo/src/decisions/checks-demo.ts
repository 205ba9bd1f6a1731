import { sql } from 'kysely'
import { recordFrom } from '@signet/contract/narrow'
import {
  openTakedownStatuses,
  reachHours,
  takedownStatuses,
  type AssetState,
  type CheckReason,
} from '@signet/contract/takedowns/takedowns'
import { hourMs, minuteMs } from '@signet/contract/time'
import { type Tx, hostOfThreat } from '@signet/server'
import type { DemoContext, DemoPart } from '../demo-part.ts'
import { hasDemoRows } from '../has-demo-rows.ts'
import type { Random } from '../random.ts'

/** The hourly checks of the targets of open takedowns, for the two days before the demo was loaded. */
export const checksDemo: DemoPart = {
  name: 'checks',
  async load({ program, companyId, random, today }: DemoContext): Promise<void> {
    await program.database.inCompanies([companyId], async (tx) => {
      if (await hasDemoRows(tx, companyId, 'takedown_checks')) return
      const cases = (await openCases(tx, companyId)).filter((one) => hostOfThreat(one) !== null)
      const rows = cases.flatMap((one) => checksOf(one, random.fork(one.id), today))
      await sql`insert into takedown_checks (company_id, takedown_id, at, state, reason, status, leads_to, is_demo)
        select ${companyId}, takedown_id, at, state, reason, status, leads_to, true
        from jsonb_populate_recordset(null::takedown_checks, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
      await addPeriods(tx, companyId)
      await sql`update takedowns set watched_until = (reached_at ->> 'offline_monitoring')::timestamptz + interval '7 days'
        where company_id = ${companyId} and is_demo and status = 'offline_monitoring'`.execute(tx)
      await sql`update takedowns set relapse_count = 1
        where company_id = ${companyId} and is_demo and reached_at ? 'reopened'`.execute(tx)
    })
  },
}

/** The statuses of all cases as they were reached, and the states of their targets that follow from them. */
async function addPeriods(tx: Tx, companyId: number): Promise<void> {
  await sql`
    insert into takedown_periods (company_id, takedown_id, axis, position, status, state, began_at)
    with reached as (
      select id, key as status, value::timestamptz as at from takedowns, jsonb_each_text(reached_at)
      where company_id = ${companyId} and is_demo
    ), began as (
      select id, 'status' as axis, status, null as state, at from reached
      union all select id, 'asset', null, 'active', at from reached where status in ('authorised', 'reopened')
      union all select id, 'asset', null, 'offline', at from reached where status = 'offline_monitoring'
    )
    select ${companyId}, id, axis, row_number() over (
      partition by id, axis order by at, array_position(${takedownStatuses}::text[], status)), status, state, at from began`.execute(
    tx,
  )
}

type Case = Awaited<ReturnType<typeof openCases>>[number]

function openCases(tx: Tx, companyId: number) {
  return tx
    .selectFrom('takedowns')
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'takedowns.company_id').onRef('threats.id', '=', 'takedowns.threat_id'),
    )
    .select(['takedowns.id', 'takedowns.status', 'takedowns.asset_state', 'takedowns.reached_at'])
    .select(['takedowns.requested_at', 'threats.source', 'threats.fields'])
    .where('takedowns.company_id', '=', companyId)
    .where('takedowns.is_demo', '=', true)
    .where('takedowns.status', 'in', openTakedownStatuses)
    .orderBy('takedowns.id')
    .execute()
}

interface Answer {
  state: AssetState
  reason: CheckReason
  status: number | null
  leads_to: string | null
}

function checksOf(one: Case, random: Random, today: Date) {
  const ways = recordFrom(
    ['active', 'cloaked', 'redirecting', 'parked', 'offline', 'unknown'] as const,
    (state): Answer => answerOf(state, random),
  )
  // A target whose state changed did so a few hours ago.
  const turnedAt = new Date(today.getTime() - random.int(5, 30) * hourMs)
  // Each target is checked at a minute of its own.
  const first = today.getTime() - reachHours * hourMs + random.int(1, 55) * minuteMs
  const checks: (Answer & { takedown_id: string; at: Date })[] = []
  for (let at = first; at < today.getTime(); at += hourMs) {
    const isMissed = random.chance(0.02)
    if (at < one.requested_at.getTime()) continue
    const state = isMissed ? 'unknown' : stateAt(one, new Date(at), turnedAt)
    checks.push({ takedown_id: one.id, at: new Date(at), ...ways[state] })
  }
  const last = checks.at(-1)
  // The latest check determines the state of the case.
  return last ? [...checks.slice(0, -1), { ...last, ...ways[one.asset_state] }] : []
}

function stateAt({ status, asset_state: now, reached_at: reached }: Case, at: Date, turnedAt: Date): AssetState {
  const downAt = reached.offline_monitoring === undefined ? Infinity : Date.parse(reached.offline_monitoring)
  // A target counts as offline at the second check that finds it so.
  const wentAt = downAt - 0.6 * hourMs
  if (status === 'offline_monitoring') return at.getTime() < wentAt ? 'active' : now
  const backAt = Date.parse(reached.reopened ?? '')
  if (status === 'reopened' && at.getTime() < backAt) return at.getTime() < wentAt ? 'active' : 'offline'
  if (now === 'active' || now === 'unknown') return now
  return at < turnedAt ? 'active' : now
}

function answerOf(state: AssetState, random: Random): Answer {
  const none = { state, status: null, leads_to: null }
  switch (state) {
    case 'active':
      return { ...none, reason: 'page', status: 200 }
    case 'cloaked':
      return { ...none, reason: 'refused', status: 403 }
    case 'redirecting':
      return { ...none, reason: 'elsewhere', status: 200, leads_to: `landing-${random.hex(4)}.example` }
    case 'parked':
      return { ...none, reason: 'placeholder', status: 200 }
    case 'offline':
      return random.pick<Answer>([
        { ...none, reason: 'silent' },
        { ...none, reason: 'gone', status: 404 },
        { ...none, reason: 'blocked', status: 200 },
        { ...none, reason: 'noName' },
      ])
    case 'unknown':
      return { ...none, reason: 'notAsked' }
  }
}
