import { describe, expect, test } from 'vitest'
import {
  getActivitySources,
  getRecentActivitySeverities,
  getRecentActivitySources,
  listActivity,
  listRecentActivity,
  type ActivityTab,
} from '@signet/contract/threats/activity'
import { correctThreat, publishThreat } from '@signet/contract/review/qa'
import { addRemark } from '@signet/contract/threats/remarks'
import { addBookmark, decideThreat, type Decision } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture(more: { company?: TestCompany } = {}) {
  const company = more.company ?? (await newCompany())
  const client = await newUser('client', company)
  const decide = async (action: Decision, threat: Parameters<typeof newThreat>[1] = {}) => {
    const { id, source } = await newThreat(company, threat)
    const params = { source, threatId: id }
    await send(client, decideThreat, { params, body: { action, version: 1 } })
    return { id, params }
  }
  const actions = async (raw: Record<string, string>) => {
    const { body } = await send(client, listActivity, { raw })
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ action }) => action)
  }
  return { company, client, decide, actions }
}

describe('the activity', () => {
  test('says who did what to which threat, newest first, with the remark', async () => {
    const { client, decide } = await createFixture()
    const { id, params } = await decide('whitelist', { name: 'ours.example', severity: 2 })
    await send(client, addRemark, { params, body: { kind: 'custom', text: 'our agency' } })
    const { body } = await send(client, listActivity)
    expect(body.items).toEqual([
      {
        id: expect.any(String) as string,
        at: expect.stringMatching(/Z$/) as string,
        by: expect.stringContaining('User') as string,
        action: 'threat.remarked',
        text: 'Remark added',
        source: 'Domain',
        title: 'ours.example',
        severity: 'Medium',
        threatId: id,
        remark: 'our agency',
      },
      expect.objectContaining({ action: 'threat.whitelist', text: 'Decision: whitelist', threatId: id }) as object,
    ])
  })

  test('says whether each decision can be undone, and why not', async () => {
    const { client, decide } = await createFixture()
    const undos = async () => (await send(client, listActivity)).body.items.map(({ undo }) => undo)
    const { id, params } = await decide('takedown')
    expect(await undos()).toEqual([{ isPossible: true, version: 2 }])
    await world().database.pool.query(`update takedowns set status = 'submitted' where threat_id = $1`, [id])
    expect(await undos()).toEqual([{ isPossible: false, reason: 'caseStarted', version: 2 }])
    await world().database.pool.query(`update takedowns set status = 'authorised' where threat_id = $1`, [id])
    await send(client, decideThreat, { params, body: { action: 'reopen', version: 2 } })
    expect(await undos()).toEqual([undefined, { isPossible: false, reason: 'superseded', version: 3 }])
  })

  test('has a tab for each decision and one for all of them', async () => {
    const { decide, actions } = await createFixture()
    const decisions = ['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'] as const
    for (const action of decisions) await decide(action)
    for (const tab of decisions) expect(await actions({ tab })).toEqual([`threat.${tab}`])
    expect(await actions({})).toHaveLength(4)
    expect(await actions({ sortDirection: 'asc', tab: 'all' })).toEqual(decisions.map((tab) => `threat.${tab}`))
  })

  test('is narrowed by filters, days and words', async () => {
    const { decide, actions } = await createFixture()
    await decide('whitelist', { name: 'shop-one.example', severity: 4 })
    await decide('falsePositive', { name: 'https://shop-two.example/x', source: 'URL', severity: 1 })
    expect(await actions({ threatSource: 'URL' })).toEqual(['threat.falsePositive'])
    expect(await actions({ threatSeverity: 'Critical' })).toEqual(['threat.whitelist'])
    expect(await actions({ searchQuery: 'SHOP-TWO' })).toEqual(['threat.falsePositive'])
    expect(await actions({ sortField: 'severity' })).toEqual(['threat.whitelist', 'threat.falsePositive'])
    expect(await actions({ status: 'whitelist' })).toEqual(['threat.whitelist'])
    expect(await actions({ toDate: '2020-01-01' })).toEqual([])
    expect(await actions({ fromDate: '2020-01-01' })).toHaveLength(2)
  })

  test('does not show the work of reviewers', async () => {
    const { company, actions } = await createFixture()
    const reviewer = await newUser('qa', company)
    const { id } = await newThreat(company, { stage: 'queued' })
    const params = { threatId: id }
    await send(reviewer, correctThreat, { params, body: { severity: 'Low', version: 1 } })
    await send(reviewer, publishThreat, { params, body: { version: 2 } })
    expect(await actions({})).toEqual([])
    const { status } = await send(reviewer, correctThreat, { params, body: { severity: 'High', version: 3 } })
    expect(status).toBe(200)
    expect(await actions({})).toEqual(['threat.corrected'])
  })

  test('does not name reviewers', async () => {
    const { company, client } = await createFixture()
    const reviewer = await newUser('qa', company)
    const { id } = await newThreat(company)
    await send(reviewer, correctThreat, { params: { threatId: id }, body: { severity: 'Low', version: 1 } })
    const { body } = await send(client, listActivity)
    expect(body.items.map(({ by }) => by)).toEqual(['Review team'])
  })

  test("of one company holds nothing of another's", async () => {
    const { actions } = await createFixture()
    const stranger = await createFixture()
    await stranger.decide('whitelist')
    expect(await actions({})).toEqual([])
  })

  test("in the bookmark tab is the caller's own bookmarks", async () => {
    const { company, client } = await createFixture()
    const colleague = await newUser('client', company)
    const [mine, theirs] = [
      await newThreat(company, { source: 'URL', name: 'https://m.example' }),
      await newThreat(company),
    ]
    await send(client, addBookmark, { params: { source: mine.source, threatId: mine.id } })
    await send(colleague, addBookmark, { params: { source: theirs.source, threatId: theirs.id } })
    const { body } = await send(client, listActivity, { query: { tab: 'bookmark' } })
    expect(body).toMatchObject({
      total: 1,
      items: [{ threatId: mine.id, action: 'threat.bookmark', text: 'Bookmark added' }],
    })
    const none = await send(client, listActivity, { query: { tab: 'bookmark', threatSource: ['Domain'] } })
    expect(none.body.total).toBe(0)
    const sources = await send(client, getActivitySources, { query: { activityType: 'bookmark' } })
    expect(sources.body).toEqual([{ value: 'URL', label: 'URL', count: 1 }])
  })

  test('offers the sources that occur in a tab', async () => {
    const { client, decide } = await createFixture()
    await decide('whitelist')
    await decide('takedown', { source: 'URL', name: 'https://x.example' })
    const offered = async (activityType: ActivityTab) =>
      (await send(client, getActivitySources, { query: { activityType } })).body.map(({ value }) => value)
    expect(await offered('all')).toEqual(['Domain', 'URL'])
    expect(await offered('takedown')).toEqual(['URL'])
    expect(await offered('deeperAnalysis')).toEqual([])
  })

  test('pages without overlap when much happened at the same moment', async () => {
    const { company, client, decide } = await createFixture()
    for (let index = 0; index < 5; index += 1) await decide('whitelist')
    await world().database.pool.query('update audit set at = now() where company_id = $1', [company.id])
    const seen = new Set<string>()
    for (const pageNumber of [1, 2, 3]) {
      const { body } = await send(client, listActivity, { query: { pageNumber, limit: 2 } })
      expect(body.total).toBe(5)
      for (const { id } of body.items) seen.add(id)
    }
    expect(seen.size).toBe(5)
  })
})

/** Two companies with a decision each, and a user with access to both. */
async function two() {
  const [first, second] = [await createFixture(), await createFixture()]
  await first.decide('whitelist', { severity: 4 })
  await second.decide('takedown', { severity: 1, source: 'URL', name: 'https://x.example' })
  const auditor = await newUser('superAdmin', await newCompany())
  return { first: first.company.key, second: second.company.key, auditor }
}

describe('the recent activity', () => {
  test('covers the selected companies, each row with its company', async () => {
    const { first, second, auditor } = await two()
    const found = async (raw: Record<string, string>) => {
      const { body } = await send(auditor, listRecentActivity, { raw })
      return body.items.map(({ company, action }) => [company, action])
    }
    const [ofFirst, ofSecond] = [
      [first, 'threat.whitelist'],
      [second, 'threat.takedown'],
    ]
    expect(await found({ company: `${first},${second}` })).toEqual([ofSecond, ofFirst])
    const { body: all } = await send(auditor, listRecentActivity, { raw: { company: `${first},${second}` } })
    expect(all.items.map(({ byRole }) => byRole)).toEqual(['client', 'client'])
    expect(await found({ company: `${first}, ${first},` })).toEqual([ofFirst])
    expect(await found({ company: `${first},${second}`, threatSeverity: 'Critical' })).toEqual([ofFirst])
    expect(await found({ company: `${first},${second}`, threatSource: 'URL' })).toEqual([ofSecond])
    expect(await found({ company: `${first},${second}`, searchQuery: 'X.EXAMPLE' })).toEqual([ofSecond])
    expect(await found({ company: second, toDate: '2020-01-01' })).toEqual([])
  })

  test('is that of every company when none is named', async () => {
    const { first, second, auditor } = await two()
    for (const raw of [{ limit: '200' }, { company: '', limit: '200' }]) {
      const { body } = await send(auditor, listRecentActivity, { raw })
      const keys = body.items.map(({ company }) => company)
      expect(keys).toContain(first)
      expect(keys).toContain(second)
    }
  })

  test('of a company that does not exist, or a pattern, is not found', async () => {
    const { first, auditor } = await two()
    for (const company of ['nobody', `${first},nobody`, '*', `nobody,${first}`]) {
      const answer = await send(auditor, listRecentActivity, { raw: { company } })
      expect(answer).toMatchObject({ status: 404, body: { code: 'COMPANY_NOT_FOUND' } })
    }
  })

  test('offers the sources and severities that occur in those companies', async () => {
    const { first, second, auditor } = await two()
    const query = { company: [first, second] }
    const sources = await send(auditor, getRecentActivitySources, { query })
    expect(sources.body.map(({ value, count }) => [value, count])).toEqual([
      ['Domain', 1],
      ['URL', 1],
    ])
    const severities = await send(auditor, getRecentActivitySeverities, { query })
    expect(severities.body.map(({ value }) => value)).toEqual(['Critical', 'Low'])
    const ofOne = await send(auditor, getRecentActivitySeverities, { query: { company: [second] } })
    expect(ofOne.body.map(({ value }) => value)).toEqual(['Low'])
  })
})
