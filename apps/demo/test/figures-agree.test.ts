import { beforeAll, describe, expect, test } from 'vitest'
import {
  getThreatDistribution,
  getThreatFrequency,
  getThreatSeverityDistribution,
  getThreatSourceSummary,
  getThreatTypeDistribution,
} from '@signet/contract/reports/analytics'
import { getAnalysisDueFigures } from '@signet/contract/requests/analysis-work'
import { getDeeperAnalysis, listDeeperAnalyses, openAnalysisStatuses } from '@signet/contract/requests/deeper-analyses'
import { getRequestDueFigures, listRequests, openRequestStatuses } from '@signet/contract/requests/requests'
import { getLeakDistribution, getLeaks, getLeakSummary } from '@signet/contract/leaks/leaks'
import { getCompanyOverview, getTakedownFigures } from '@signet/contract/reports/overview'
import { getQaDashboard, listQueued, listWatched } from '@signet/contract/review/qa'
import {
  getQaUsers,
  getReviewerFigures,
  getSourceDistribution,
  getTeamActivity,
  getUserActivityWithEmail,
} from '@signet/contract/review/qa-work'
import { getReviewBacklog } from '@signet/contract/review/review-backlog'
import { getTakedownStatistics } from '@signet/contract/takedowns/takedown-statistics'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { runningTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { getSourceOptions, listAllThreats } from '@signet/contract/threats/threats'
import { dayMs } from '@signet/contract/time'
import { newUser, send, useWorld, type TestCompany, type TestUser } from '@signet/server/test/harness'
import { loadDemo } from '../src/load-demo.ts'

/*
 * What is called equal on two screens is equal: reads the calls of Home, the lists with their filters, takedowns, leaks, the review and its
 * statistics on the data of the demo. docs/figures.md defines each figure.
 */

const world = useWorld({ looksUp: true })
const days = 30
let company: TestCompany
let client: TestUser
let admin: TestUser
let reviewer: TestUser

beforeAll(async () => {
  const { database, files, queue, keys, secrets } = world()
  await loadDemo({ database, files, queue, keys, secrets }, { waitForScan: false })
  const { rows } = await database.pool.query<TestCompany>(
    `select c.id, c.key, (array_agg(b.id))[1] as "brandId" from companies c join brands b on b.company_id = c.id
     where c.key = 'meridian-bank' group by 1, 2`,
  )
  company = rows[0]!
  client = await newUser('client', company)
  admin = await newUser('admin', company, [company])
  reviewer = await newUser('qa', company)
})

const sumOf = <T>(rows: readonly T[], valueOf: (row: T) => number) => rows.reduce((sum, row) => sum + valueOf(row), 0)
const countOf = ({ count }: { count?: number | undefined }) => count ?? 0
/** The first of the last days, today included. */
const firstDay = (back: number) =>
  new Date((Math.floor(Date.now() / dayMs) - back + 1) * dayMs).toISOString().slice(0, 10)

async function threats(query: object): Promise<number> {
  return (await send(client, listAllThreats, { query: { limit: 1, ...query } })).body.total
}

describe('threats', () => {
  test('without a decision: Home, the badge, each source and the list', async () => {
    const { body: sources } = await send(client, getThreatSourceSummary)
    const open = sumOf(sources, (source) => source.open)
    expect(open).toBeGreaterThan(0)
    expect(open).toBe(await threats({ status: ['open'] }))
    for (const source of sources.filter(({ total }) => total > 0)) {
      const threatSource = [source.source]
      expect([source.source, source.open, source.total]).toEqual([
        source.source,
        await threats({ threatSource, status: ['open'] }),
        await threats({ threatSource }),
      ])
    }
    const [row] = (await send(admin, getCompanyOverview, { query: { company: [company.key] } })).body
    expect(row?.criticalOpen).toBe(await threats({ status: ['open'], threatSeverity: ['Critical'] }))
  })

  test('the counts of the filter by source are those of Home', async () => {
    const { body: sources } = await send(client, getThreatSourceSummary)
    const { body: options } = await send(client, getSourceOptions)
    expect(Object.fromEntries(options.map(({ value, count }) => [value, count]))).toEqual(
      Object.fromEntries(sources.map(({ source, total }) => [source, total])),
    )
  })

  test('found with the filters of a list: its tabs, the days of its strip and the list', async () => {
    for (const query of [
      { status: ['open' as const] },
      { threatSeverity: ['Critical' as const, 'High' as const] },
      { searchQuery: 'meridian', status: ['open' as const] },
      { isTakedown: true },
    ]) {
      const { body: options } = await send(client, getSourceOptions, { query })
      const { body: strip } = await send(client, getThreatFrequency, { query: { ...query, daysBack: days } })
      expect(sumOf(options, countOf)).toBe(await threats(query))
      expect(sumOf(strip, countOf)).toBe(await threats({ ...query, fromDate: firstDay(days) }))
    }
  })

  test('found in a period: every chart of Home and the list', async () => {
    const query = { daysBack: days }
    const { body: sources } = await send(client, getThreatSourceSummary, { query: { fromDate: firstDay(days) } })
    const total = sumOf(sources, (source) => source.total)
    expect(total).toBeGreaterThan(0)
    const sums = await Promise.all(
      [getThreatFrequency, getThreatDistribution, getThreatSeverityDistribution, getThreatTypeDistribution].map(
        async (chart) => sumOf((await send(client, chart, { query })).body, countOf),
      ),
    )
    expect(sums).toEqual([total, total, total, total])
    expect(await threats({ fromDate: firstDay(days) })).toBe(total)
    expect(sumOf(sources, ({ recentlyAdded }) => recentlyAdded)).toBe(await threats({ fromDate: firstDay(7) }))
  })
})

test('takedowns that are running and overdue: Home, the statistics, the overview of companies and the list', async () => {
  const { body: figures } = await send(client, getTakedownFigures, { query: { daysBack: days } })
  const list = async (more: object) =>
    (await send(client, listTakedowns, { query: { limit: 1, takedownStatus: runningTakedownStatuses, ...more } })).body
      .total
  expect(figures.running).toBe(await list({}))
  const { body: statistics } = await send(client, getTakedownStatistics, { query: { daysBack: 365 } })
  const { total, open, removed, refused, failed, withdrawn } = statistics
  expect(open).toBe(await list({}))
  expect(open + removed + refused + failed + withdrawn).toBe(total)
  expect(figures.overdue).toBe(await list({ due: ['overdue'] }))
  expect(sumOf(figures.steps, countOf)).toBe(figures.running)
  const [row] = (await send(admin, getCompanyOverview, { query: { company: [company.key] } })).body
  expect(row?.takedowns.overdue).toBe(figures.overdue)
  expect(row?.takedowns.dueSoon).toBe(await list({ due: ['dueSoon'] }))
})

test('analyses and requests that are open and overdue: the line above the list, the list and the overview of companies', async () => {
  const query = { daysBack: 90 }
  const [row] = (await send(admin, getCompanyOverview, { query: { company: [company.key] } })).body
  const { body: analyses } = await send(client, getAnalysisDueFigures, { query })
  const analysisList = async (more: object) =>
    (await send(client, listDeeperAnalyses, { query: { limit: 1, ...more } })).body.total
  expect(analyses.open).toBe(await analysisList({ deeperAnalysisStatus: openAnalysisStatuses }))
  expect(analyses.overdue).toBe(await analysisList({ due: ['overdue'] }))
  expect(row?.analyses.overdue).toBe(analyses.overdue)
  const { body: requests } = await send(client, getRequestDueFigures, { query })
  const requestList = async (more: object) =>
    (await send(client, listRequests, { query: { limit: 1, ...more } })).body.total
  expect(requests.open).toBe(await requestList({ status: openRequestStatuses }))
  expect(requests.overdue).toBe(await requestList({ due: ['overdue'] }))
  expect([row?.requests.open, row?.requests.overdue]).toEqual([requests.open, requests.overdue])
})

test('a deeper analysis whose question was answered was last updated then, in the list and in the case', async () => {
  const { items } = (await send(client, listDeeperAnalyses, { query: { limit: 200 } })).body
  // Its answer promised a new date.
  const late = items.find(({ due }) => due.on !== due.firstOn) ?? expect.fail('no due date was changed')
  const { body } = await send(client, getDeeperAnalysis, { params: { analysisId: late.id } })
  expect([late.updatedAt, body.updatedAt]).toEqual(Array.from({ length: 2 }, () => body.questions[0]?.answer?.at))
  expect(body.events.map(({ action }) => action)).toContain('deeperAnalysis.dueChanged')
  const reached = body.steps.map(({ at }) => at).filter((at) => at !== undefined)
  expect(reached.every((at) => at < body.updatedAt)).toBe(true)
})

test('leaks added in a week, and in total: the cards, Home’s distribution and the list', async () => {
  const { body: types } = await send(client, getLeakSummary)
  const list = async (more: object) => (await send(client, getLeaks, { query: { limit: 1, ...more } })).body.total
  const added = await send(client, getLeakDistribution, { query: { daysBack: 7, dateType: 'added' } })
  expect(sumOf(types, ({ total }) => total)).toBe(await list({}))
  expect(sumOf(types, ({ recentlyAdded }) => recentlyAdded)).toBe(sumOf(added.body, countOf))
  expect(sumOf(added.body, countOf)).toBe(await list({ dateType: 'added', fromDate: firstDay(7) }))
})

describe('the review', () => {
  test('what waits and is overdue: the badge, the queue, the backlog and the overview of companies', async () => {
    const { body: counts } = await send(reviewer, getQaDashboard)
    const list = async (more: object) => (await send(reviewer, listQueued, { query: { limit: 1, ...more } })).body.total
    expect(counts.waiting).toBeGreaterThan(0)
    expect(await list({})).toBe(counts.waiting)
    expect(await list({ overdue: true })).toBe(counts.overdue)
    expect(sumOf(counts.bySource, countOf)).toBe(counts.waiting)
    const { body: backlog } = await send(reviewer, getReviewBacklog)
    expect(backlog.find((row) => row.company === company.key)).toMatchObject({
      waiting: counts.waiting,
      overdue: counts.overdue,
    })
    const [row] = (await send(admin, getCompanyOverview, { query: { company: [company.key] } })).body
    expect(row?.reviews.overdue).toBe(counts.overdue)
  })

  test('the next check of each watched threat: its last one and the chosen interval', async () => {
    const { items } = (await send(reviewer, listWatched, { query: { limit: 100 } })).body
    expect(items.length).toBeGreaterThan(0)
    for (const { checkedAt = '', dueAt = '', everyDays = 0, stagedAt } of items) {
      expect((Date.parse(dueAt) - Date.parse(checkedAt)) / dayMs).toBe(everyDays)
      expect(Date.parse(checkedAt)).toBeGreaterThanOrEqual(Date.parse(stagedAt))
    }
  })

  test('what reviewers did: the statistics of each, of the team, and by source', async () => {
    const { body: people } = await send(reviewer, getQaUsers)
    const { body: figures } = await send(reviewer, getReviewerFigures)
    const work = await Promise.all(
      people.map(
        async ({ email }) => (await send(reviewer, getUserActivityWithEmail, { query: { userEmail: email } })).body,
      ),
    )
    expect(sumOf(figures, ({ reviewed }) => reviewed)).toBeGreaterThan(0)
    expect(figures.map(({ email, reviewed }) => [email, reviewed])).toEqual(
      work.map(({ email, published, whitelisted, watchlisted, deleted }) => [
        email,
        published + whitelisted + watchlisted + deleted,
      ]),
    )
    const { body: team } = await send(reviewer, getTeamActivity)
    expect(sumOf(team.byDay, countOf)).toBe(sumOf(work, ({ byDay }) => sumOf(byDay, countOf)))
    const sources = await Promise.all(
      people.map(async ({ email }) =>
        sumOf((await send(reviewer, getSourceDistribution, { query: { userEmail: email } })).body, countOf),
      ),
    )
    expect(sumOf(team.bySource, countOf)).toBe(sumOf(sources, (count) => count))
    expect(sumOf(team.bySource, countOf)).toBe(sumOf(team.byDay, countOf))
  })
})
