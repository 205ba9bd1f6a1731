import { beforeAll, describe, expect, test } from 'vitest'
import {
  getRecentThreats,
  getThreatDistribution,
  getThreatFrequency,
  getThreatSeverityDistribution,
  getThreatSourceSummary,
  getThreatTypeDistribution,
} from '@signet/contract/reports/analytics'
import { decideThreat, listAllThreats } from '@signet/contract/threats/threats'
import { dayMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld, type TestUser } from '../../../test/harness.ts'
import { publishThreats } from '../../../test/many-threats.ts'

const world = useWorld()
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

let user: TestUser
beforeAll(async () => {
  const company = await newCompany({ threatSources: ['Domain', 'URL', 'APK'] })
  user = await newUser('client', company)
  const [decided] = await publishThreats(world().database, company, [
    { title: 'a', severity: 4, firstSeen: daysAgo(0) },
    { title: 'b', severity: 4, firstSeen: daysAgo(3), threatType: 'Phishing site' },
    { title: 'c', severity: 1, firstSeen: daysAgo(20) },
    { title: 'd', severity: 2, source: 'URL', fields: { link: 'd' }, firstSeen: daysAgo(40) },
    { title: 'filtered', autoFiltered: true, firstSeen: daysAgo(0) },
  ])
  await newThreat(company, { stage: 'queued' })
  const params = { source: 'Domain', threatId: decided as string } as const
  await send(user, decideThreat, { params, body: { action: 'whitelist', version: 1 } })
  await publishThreats(world().database, await newCompany(), [{ title: 'stranger', firstSeen: daysAgo(0) }])
})

describe('the figures count what is published, not filtered, and of the company', () => {
  test('are listed by source, in the order of the company, sources without threats too', async () => {
    const { body } = await send(user, getThreatSourceSummary)
    expect(body).toEqual([
      {
        source: 'Domain',
        label: 'Domain',
        total: 3,
        open: 2,
        bySeverity: { Critical: 2, High: 0, Medium: 0, Low: 1 },
        recentlyAdded: 2,
      },
      {
        source: 'URL',
        label: 'URL',
        total: 1,
        open: 1,
        bySeverity: { Critical: 0, High: 0, Medium: 1, Low: 0 },
        recentlyAdded: 0,
      },
      {
        source: 'APK',
        label: 'APK',
        total: 0,
        open: 0,
        bySeverity: { Critical: 0, High: 0, Medium: 0, Low: 0 },
        recentlyAdded: 0,
      },
    ])
    const recent = await send(user, getThreatSourceSummary, { raw: { fromDate: daysAgo(10).slice(0, 10) } })
    expect(recent.body.map(({ total }) => total)).toEqual([2, 0, 0])
  })

  test('are listed by source, severity and type for the last days', async () => {
    expect((await send(user, getThreatDistribution)).body).toEqual([{ key: 'Domain', label: 'Domain', count: 3 }])
    expect((await send(user, getThreatDistribution, { query: { daysBack: 60 } })).body).toHaveLength(2)
    const severities = await send(user, getThreatSeverityDistribution)
    expect(severities.body.map(({ key, count }) => [key, count])).toEqual([
      ['Critical', 2],
      ['High', 0],
      ['Medium', 0],
      ['Low', 1],
    ])
    const types = await send(user, getThreatTypeDistribution, { query: { daysBack: 10 } })
    expect(types.body.map(({ key }) => key).toSorted()).toEqual(['Look-alike domain', 'Phishing site'])
  })

  test('are listed by day, with every day present and today the last', async () => {
    const { body } = await send(user, getThreatFrequency, { query: { daysBack: 7 } })
    expect(body.map(({ date }) => date)).toEqual(
      Array.from({ length: 7 }, (_, index) => daysAgo(6 - index).slice(0, 10)),
    )
    expect(body.map(({ count }) => count)).toEqual([0, 0, 0, 1, 0, 0, 1])
    expect(body[6]?.by).toEqual({ Critical: 1, High: 0, Medium: 0, Low: 0 })
    const ofUrl = await send(user, getThreatFrequency, { query: { daysBack: 60, threatSource: ['URL'] } })
    expect(ofUrl.body.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    const unfiltered = await send(user, getThreatFrequency, { raw: { daysBack: '60', threatSource: '' } })
    expect(unfiltered.body.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  })
})

test('the threats to decide next are undecided ones, worst first and ten at most', async () => {
  const { body } = await send(user, getRecentThreats)
  expect(body.map(({ title }) => title)).toEqual(['b', 'c'])
  const company = await newCompany()
  const other = await newUser('client', company)
  const threats = Array.from({ length: 12 }, (_, index) => ({ title: `t${index}`, severity: 1 + (index % 4) }))
  await publishThreats(world().database, company, threats)
  const many = await send(other, getRecentThreats)
  expect(many.body.map(({ severity }) => severity)).toEqual([
    'Critical',
    'Critical',
    'Critical',
    'High',
    'High',
    'High',
    'Medium',
    'Medium',
    'Medium',
    'Low',
  ])
})

test('the threats to decide next are the first of the list of open ones by severity, in the same order', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  // Three of each severity, of which two were found at the same instant.
  const [later, ...earlier] = [1, 2, 3, 4].map(daysAgo)
  const threats = Array.from({ length: 12 }, (_, index) => ({
    title: `t${index}`,
    severity: 1 + (index % 4),
    firstSeen: (index < 8 ? later : earlier[index % 3]) ?? '',
  }))
  await publishThreats(world().database, company, threats)
  const { body } = await send(client, getRecentThreats)
  const query = { status: ['open' as const], sortField: 'severity' as const, sortDirection: 'desc' as const }
  const { items } = (await send(client, listAllThreats, { query: { ...query, limit: 10 } })).body
  expect(body.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
})

test.each(['0', '367', '-1', '1e1', 'all'])('daysBack=%s is refused', async (daysBack) => {
  const answer = await send(user, getThreatFrequency, { raw: { daysBack } })
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'query.daysBack' }] } })
})
