import { describe, expect, test } from 'vitest'
import {
  getAnalysisSeverities,
  getAnalysisSources,
  getAnalysisStatuses,
  getAnalysisTypes,
  getDeeperAnalysis,
  listDeeperAnalyses,
  moveDeeperAnalysis,
  type AnalysisStatus,
} from '@signet/contract/requests/deeper-analyses'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('admin', company)]
  const ask = async (more: Parameters<typeof newThreat>[1] = {}) => {
    const threat = await newThreat(company, more)
    const params = { source: threat.source, threatId: threat.id }
    const { body } = await send(client, decideThreat, { params, body: { action: 'deeperAnalysis', version: 1 } })
    return { threat, params, analysisId: body.deeperAnalysis?.id as string }
  }
  const move = (analysisId: string, status: AnalysisStatus, version: number, more: object = {}) =>
    send(staff, moveDeeperAnalysis, { params: { analysisId }, body: { status, version, ...more } })
  return { company, client, staff, ask, move }
}

const values = (answer: { body: { value: string; label: string; count?: number | undefined }[] }) =>
  answer.body.map(({ value, label, count }) => [value, label, count])
const picture = (steps: { state: string }[]) => steps.map(({ state }) => state)

describe('the list of deeper analyses', () => {
  test('is found by filters, days and words, and counts what it found', async () => {
    const { company, client, ask, move } = await createFixture()
    const first = await ask({ name: 'shop-one.example', severity: 4 })
    const second = await ask({ name: 'https://shop-two.example/x', source: 'URL', severity: 1 })
    await move(second.analysisId, 'inProgress', 1)
    await world().database.pool.query(
      `update deeper_analyses set requested_at = '2026-01-01T12:00:00Z' where company_id = $1 and id = $2`,
      [company.id, first.analysisId],
    )
    const found = async (raw: Record<string, string>) => {
      const { body } = await send(client, listDeeperAnalyses, { raw })
      expect(body.total).toBe(body.items.length)
      return body.items.map(({ id }) => id)
    }
    expect(await found({ toDate: '2026-01-01' })).toEqual([first.analysisId])
    expect((await found({})).toSorted()).toEqual([first.analysisId, second.analysisId].toSorted())
    expect(await found({ sortField: 'severity' })).toEqual([first.analysisId, second.analysisId])
    expect(await found({ threatSeverity: 'Critical' })).toEqual([first.analysisId])
    expect(await found({ threatSource: 'URL' })).toEqual([second.analysisId])
    expect(await found({ deeperAnalysisStatus: 'inProgress,completed' })).toEqual([second.analysisId])
    expect(await found({ threatType: 'Phishing site' })).toEqual([])
    expect(await found({ searchQuery: 'SHOP-TWO' })).toEqual([second.analysisId])
    expect(await found({ searchQuery: '%' })).toEqual([])
    expect((await send(client, listDeeperAnalyses, { raw: { deeperAnalysisStatus: 'gone' } })).status).toBe(400)
  })

  test('pages without overlap when many were requested at the same moment', async () => {
    const { company, client, ask } = await createFixture()
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) ids.push((await ask()).analysisId)
    await world().database.pool.query(`update deeper_analyses set requested_at = now() where company_id = $1`, [
      company.id,
    ])
    const seen: string[] = []
    for (const pageNumber of [1, 2, 3]) {
      const { body } = await send(client, listDeeperAnalyses, { query: { pageNumber, limit: 2 } })
      seen.push(...body.items.map(({ id }) => id))
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })

  test('offers the values that occur, statuses in their order of progress', async () => {
    const { client, ask, move } = await createFixture()
    const first = await ask({ severity: 1 })
    await ask({ severity: 4, source: 'URL', name: 'https://x.example' })
    await move(first.analysisId, 'aborted', 1)
    expect(values(await send(client, getAnalysisStatuses))).toEqual([
      ['requested', 'Requested', 1],
      ['aborted', 'Aborted', 1],
    ])
    expect(values(await send(client, getAnalysisSeverities))).toEqual([
      ['Critical', 'Critical', 1],
      ['Low', 'Low', 1],
    ])
    expect(values(await send(client, getAnalysisSources))).toEqual([
      ['Domain', 'Domain', 1],
      ['URL', 'URL', 1],
    ])
    expect(values(await send(client, getAnalysisTypes, { query: { threatSource: ['URL'] } }))).toEqual([
      ['Look-alike domain', 'Look-alike domain', 1],
    ])
  })
})

describe('a deeper analysis', () => {
  test('shows its steps and everything that happened, up to its findings', async () => {
    const { company, client, staff, ask, move } = await createFixture()
    const { threat, params, analysisId } = await ask({ severity: 4 })
    const requested = await send(client, getDeeperAnalysis, { params: { analysisId } })
    expect(requested.body).toMatchObject({
      id: analysisId,
      threatId: threat.id,
      company: company.key,
      severity: 'Critical',
      status: 'requested',
      statusLabel: 'Requested',
      version: 1,
    })
    expect(picture(requested.body.steps)).toEqual(['completed', 'active', 'todo', 'todo'])

    const begun = await move(analysisId, 'inProgress', 1)
    expect(picture(begun.body.steps)).toEqual(['completed', 'completed', 'active', 'todo'])
    const done = await move(analysisId, 'completed', 2, { note: 'one group, four sites' })
    expect(picture(done.body.steps)).toEqual(['completed', 'completed', 'completed', 'completed'])
    expect(done.body.steps[1]?.at).toBe(begun.body.updatedAt)
    expect(done.body.events.map(({ text, remark }) => [text, remark])).toEqual([
      ['Deeper analysis requested', undefined],
      ['Investigating', undefined],
      ['Findings ready', 'one group, four sites'],
    ])
    const { tasks, ...shownToClients } = done.body
    expect(tasks).toEqual([])
    expect((await send(client, getDeeperAnalysis, { params: { analysisId } })).body).toEqual(shownToClients)
    const { rows } = await world().database.pool.query(
      `select before, after, by_email from audit where target_id = $1 and action = 'deeperAnalysis.moved' order by at`,
      [analysisId],
    )
    expect(rows[1]).toEqual({
      before: { status: 'inProgress' },
      after: { status: 'completed', remark: 'one group, four sites' },
      by_email: staff.email,
    })
    // After it has ended, the client may decide again.
    const reopened = await send(client, decideThreat, { params, body: { action: 'reopen', version: 2 } })
    expect(reopened.status).toBe(200)
  })

  test('shows what the client asked with the decision, each analysis its own', async () => {
    const { company, client } = await createFixture()
    const threat = await newThreat(company)
    const params = { source: threat.source, threatId: threat.id }
    const decide = (body: object) => send(client, decideThreat, { params, body: body as never })
    const asked = async (remark: object | undefined, version: number) => {
      const { body } = await decide({ action: 'deeperAnalysis', version, ...(remark ? { remark } : {}) })
      return body.deeperAnalysis?.id as string
    }
    const first = await asked({ kind: 'custom', text: 'Who is behind this?' }, 1)
    await decide({ action: 'reopen', version: 2 })
    const second = await asked(undefined, 3)
    const requested = async (analysisId: string) =>
      (await send(client, getDeeperAnalysis, { params: { analysisId } })).body.events.find(
        ({ action }) => action === 'deeperAnalysis.requested',
      )?.remark
    expect(await requested(first)).toBe('Who is behind this?')
    expect(await requested(second)).toBeUndefined()
  })

  test('that the client took back shows where it ended', async () => {
    const { client, ask } = await createFixture()
    const { params, analysisId } = await ask()
    await send(client, decideThreat, { params, body: { action: 'reopen', version: 2 } })
    const { body } = await send(client, getDeeperAnalysis, { params: { analysisId } })
    expect(picture(body.steps)).toEqual(['completed', 'aborted', 'todo', 'todo'])
    expect(body.steps[1]?.at).toBe(body.updatedAt)
  })

  test.each<[AnalysisStatus[], AnalysisStatus]>([
    [[], 'completed'],
    [[], 'requested'],
    [['inProgress'], 'inProgress'],
    [['inProgress', 'completed'], 'aborted'],
    [['aborted'], 'inProgress'],
  ])('after %j is not moved to %s', async (path, status) => {
    const { ask, move } = await createFixture()
    const { analysisId } = await ask()
    for (const [index, next] of path.entries())
      expect((await move(analysisId, next, index + 1, { note: 'one group' })).status).toBe(200)
    const answer = await move(analysisId, status, path.length + 1)
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('is moved once, however many do it at the same moment, and not on an old version', async () => {
    const { ask, move } = await createFixture()
    const { analysisId } = await ask()
    const answers = await Promise.all([move(analysisId, 'inProgress', 1), move(analysisId, 'aborted', 1)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await move(analysisId, 'completed', 1)).status).toBe(409)
  })

  test('of another company answers 404, as one that does not exist', async () => {
    const { client, move } = await createFixture()
    const stranger = await createFixture()
    const { analysisId } = await stranger.ask()
    const foreign = await send(client, getDeeperAnalysis, { params: { analysisId } })
    const missing = await send(client, getDeeperAnalysis, { params: { analysisId: crypto.randomUUID() } })
    expect([foreign.status, foreign.body.message]).toEqual([404, missing.body.message])
    expect((await move(analysisId, 'inProgress', 1)).status).toBe(404)
  })
})
