import type { OwnSignIn } from '@signet/contract/access/account'
import { required } from '@signet/contract/narrow'
import { dayMs, hourMs } from '@signet/contract/time'
import type { Database } from '@signet/server/db/database'
import { insertRequests, prepareDays, type LoggedRequest } from '@signet/server/features/logs/logged-requests.queries'
import type { DemoContext, DemoPart, DemoPerson } from '../demo-part.ts'
import type { Random } from '../random.ts'

const days = 90
const recentHours = 3
const batchRows = 2000

// Relative activity in each hour of a day (UTC), from midnight on.
const hours = [1, 1, 0, 0, 0, 1, 3, 8, 16, 22, 24, 20, 14, 18, 22, 20, 16, 10, 6, 4, 3, 2, 2, 1]
const weekendShare = 0.12

/** The calls of a role: how often they are made, and their usual duration in milliseconds. */
type Calls = Readonly<Record<string, readonly [weight: number, ms: number]>>

const everybody: Calls = {
  'GET /api/auth/session': [10, 3],
  'POST /api/rest/auth/refresh-accessToken': [6, 5],
  'GET /api/rest/client/getClientInfo': [5, 4],
  'GET /api/rest/user/details': [2, 4],
}
const readers: Calls = {
  ...everybody,
  'GET /api/rest/threats/getAllThreats': [14, 14],
  'GET /api/rest/threats/:source': [10, 12],
  'GET /api/rest/threats/:source/:threatId': [18, 9],
  'GET /api/rest/analytics/getThreatSourceSummary': [6, 18],
  'GET /api/rest/analytics/getThreatFrequency': [6, 22],
  'GET /api/rest/takedown/getTakedown': [6, 12],
  'GET /api/rest/activity/getActivity': [3, 16],
}
const deciders: Calls = {
  ...readers,
  'POST /api/rest/threats/:source/:threatId/triage': [9, 11],
  'POST /api/rest/threats/triage': [1, 60],
  'PUT /api/rest/threats/:source/:threatId/bookmark': [2, 6],
}
const reviewers: Calls = {
  ...everybody,
  'GET /api/rest/qa/getQAThreats': [16, 15],
  'GET /api/rest/qa/threats/:threatId': [18, 10],
  'POST /api/rest/qa/threats/:threatId/publish': [12, 11],
  'POST /api/rest/qa/threats/:threatId/watch': [3, 10],
  'PATCH /api/rest/qa/threats/:threatId': [2, 10],
  'GET /api/rest/qa/getDashboard': [4, 20],
}
const callsOf = ({ role }: DemoPerson): Calls =>
  role === 'qa' ? reviewers : /Peeker(One)?$/.test(role) ? readers : deciders
const callsADay = ({ role }: DemoPerson): number => (role === 'qa' ? 70 : role === 'client' ? 45 : 14)

const failures = { 400: 10, 401: 30, 403: 2, 404: 22, 409: 12, 413: 1, 415: 1, 429: 6, 500: 3, 503: 4 } as const
const failureShare = 0.035

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_2) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
]
// Addresses reserved for documentation (RFC 5737): the second range for offices, the last for unknown visitors.
const officeIp = (random: Random) => `198.51.100.${random.int(1, 254)}`
const homeIp = (random: Random) => `192.0.2.${random.int(1, 254)}`
const strangeIp = (random: Random) => `203.0.113.${random.int(1, 254)}`

interface SignIn {
  at: Date
  email: string
  user_id: string | null
  ip: string
  user_agent: string
  result: OwnSignIn['result']
}

/**
 * The requests and sign-ins of each company's users in the last 90 days: many on workdays, with an occasional attempt by an unknown
 * visitor.
 */
export const logsDemo: DemoPart = {
  name: 'logs',
  async load(demo) {
    const { company, random, today } = demo
    const { database } = demo.program
    const people = await peopleOf(demo, database)
    if (people.length === 0 || (await hasLogs(database, company.key))) return
    // There are no recent entries: sign-in limits count the last minute, and the audit covers the last two hours.
    const end = today.getTime() - recentHours * hourMs
    const requests: LoggedRequest[] = []
    const signIns: SignIn[] = []
    for (const person of people)
      drawPerson(person, { random: random.fork(person.email), company: company.key, end, requests, signIns })
    drawStrangers(people, { random: random.fork('strangers'), word: company.word, end, signIns, requests })
    await prepareDays(
      database,
      Array.from({ length: days + 1 }, (_, index) => new Date(end - index * dayMs)),
    )
    await database.inIdentity(async (tx) => {
      for (let from = 0; from < requests.length; from += batchRows)
        await insertRequests(tx, requests.slice(from, from + batchRows))
      for (let from = 0; from < signIns.length; from += batchRows)
        await tx
          .insertInto('sign_ins')
          .values(signIns.slice(from, from + batchRows).map((row) => ({ ...row, reason: null })))
          .execute()
    })
  },
}

/** Only users who belong to the company itself: staff who work for several companies would appear once for each. */
async function peopleOf({ users, companyId }: DemoContext, database: Database): Promise<DemoPerson[]> {
  const rows = await database.inIdentity((tx) =>
    tx.selectFrom('users').select('id').where('company_id', '=', companyId).execute(),
  )
  const own = new Set(rows.map(({ id }) => id))
  return Object.values(users).filter(({ id }) => own.has(id))
}

function hasLogs(database: Database, company: string): Promise<boolean> {
  return database.inIdentity(async (tx) => {
    const row = await tx
      .selectFrom('request_logs')
      .select('id')
      .where('is_demo', '=', true)
      .where('company', '=', company)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  })
}

interface Drawn {
  random: Random
  end: number
  requests: LoggedRequest[]
  signIns: SignIn[]
}

function drawPerson(
  person: DemoPerson,
  { random, company, end, requests, signIns }: Drawn & { company: string },
): void {
  const calls = callsOf(person)
  const weights = Object.fromEntries(Object.entries(calls).map(([call, [weight]]) => [call, weight]))
  const [office, home, browser] = [officeIp(random), homeIp(random), random.pick(browsers)]
  for (let daysBack = 0; daysBack < days; daysBack += 1) {
    const day = Math.floor(end / dayMs) * dayMs - daysBack * dayMs
    const weekday = new Date(day).getUTCDay()
    const isWeekend = weekday === 0 || weekday === 6
    if (isWeekend && !random.chance(weekendShare * 3)) continue
    const ip = isWeekend || random.chance(0.15) ? home : office
    const count = Math.round(callsADay(person) * (isWeekend ? weekendShare : 1) * (0.5 + random.next()))
    const who = { ip, userEmail: person.email, company }
    for (let n = 0; n < count; n += 1) {
      const at = momentOf(random, day)
      if (at.getTime() > end) continue
      const call = random.weighted(weights)
      requests.push({ ...who, ...drawRequest(random, call, required(calls[call], call)[1]), at })
    }
    const signedInAt = new Date(day + random.int(6 * 3600, 9 * 3600) * 1000)
    if (signedInAt.getTime() > end) continue
    const attempt = { email: person.email, user_id: person.id, ip, user_agent: browser }
    if (random.chance(0.08))
      signIns.push({ ...attempt, at: new Date(signedInAt.getTime() - 20_000), result: 'refused' })
    signIns.push({ ...attempt, at: signedInAt, result: 'ok' })
  }
}

/** Attempts to guess passwords: a few on most days, occasionally many. */
function drawStrangers(
  people: readonly DemoPerson[],
  { random, word, end, requests, signIns }: Drawn & { word: string },
): void {
  for (let daysBack = 0; daysBack < days; daysBack += 1) {
    const day = Math.floor(end / dayMs) * dayMs - daysBack * dayMs
    const isFlood = random.chance(0.03)
    const ip = strangeIp(random)
    const start = day + random.int(0, 86_399) * 1000
    const tries = isFlood ? random.int(25, 60) : random.int(0, 3)
    for (let n = 0; n < tries; n += 1) {
      const at = new Date(start + n * random.int(800, 2500))
      if (at.getTime() > end) break
      const person = random.chance(0.5) ? random.pick(people) : null
      const email = person?.email ?? `${random.pick(['admin', 'info', 'security'])}@${word}.example`
      const result = n >= 10 ? 'throttled' : 'refused'
      signIns.push({ at, email, user_id: person?.id ?? null, ip, user_agent: 'python-requests/2.32', result })
      const path = '/api/auth/callback/:provider'
      const ms = result === 'throttled' ? 3 : random.int(60, 140)
      const request = { method: 'POST', path, status: 401, ms, requestId: random.uuid(), isDemo: true }
      requests.push({ ...request, at, ip, userEmail: null, company: null })
    }
  }
}

function momentOf(random: Random, day: number): Date {
  return new Date(day + random.weightedIndex(hours) * hourMs + random.int(0, 3_599_999))
}

function drawRequest(random: Random, call: string, usualMs: number) {
  const [method = '', path = ''] = call.split(' ')
  const isFailed = random.chance(failureShare)
  const done = method === 'PUT' || method === 'DELETE' ? 204 : 200
  const status = isFailed ? Number(random.weighted(failures)) : done
  // Most are near the usual time, a few take many times as long.
  const ms = Math.round(usualMs * (0.6 + random.next() + (random.chance(0.04) ? random.next() * 20 : 0)) * 10) / 10
  return { method, path, status, ms, requestId: random.uuid(), isDemo: true }
}
