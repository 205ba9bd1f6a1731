import { describe, expect, test } from 'vitest'
import {
  addAnalysisFinding,
  addAnalysisTask,
  answerAnalysisQuestion,
  askAnalysis,
  changeAnalysisDue,
  changeAnalysisFinding,
  changeAnalysisTask,
  getAnalysisDueFigures,
  relateToAnalysis,
  releaseAnalysisReport,
  removeAnalysisFinding,
} from '@signet/contract/requests/analysis-work'
import { usualAnalysisDueHours } from '@signet/contract/requests/analysis-parts'
import { getDeeperAnalysis, listDeeperAnalyses, moveDeeperAnalysis } from '@signet/contract/requests/deeper-analyses'
import { listNotifications } from '@signet/contract/messages/notifications'
import { listAudit } from '@signet/contract/operation/audit'
import { listReports } from '@signet/contract/reports/reports'
import { getReviewPolicy, putReviewPolicy, usualReviewPolicy } from '@signet/contract/review/review-policy'
import { addAnalysisFile } from '@signet/contract/threats/files'
import { decideThreat, decideThreats } from '@signet/contract/threats/threats'
import { dayMs, hourMs } from '@signet/contract/time'
import { addCase } from '../../../test/case-records.ts'
import { newCompany, newThreat, newUser, refusal, send, useWorld } from '../../../test/harness.ts'
import { waitingForLocks } from '../../../test/waiting-for-locks.ts'

const world = useWorld()

const finding = {
  title: 'One operator',
  text: 'Both sites use one key.\nThe second one is newer.',
  confidence: 'likely' as const,
  fileIds: [],
}

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('admin', company)]
  const threat = await newThreat(company, { severity: 4, name: `login-${company.key}.example` })
  const asked = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'deeperAnalysis', version: 1 },
  })
  const params = { analysisId: asked.body.deeperAnalysis?.id as string }
  const seenBy = async (user: typeof client) => (await send(user, getDeeperAnalysis, { params })).body
  const move = async (status: 'inProgress' | 'completed', note?: string) => {
    const { version } = await seenBy(staff)
    return send(staff, moveDeeperAnalysis, { params, body: { status, version, ...(note && { note }) } })
  }
  const begin = () => move('inProgress')
  const complete = (note?: string) => move('completed', note)
  return { company, client, staff, params, seenBy, begin, complete }
}

describe('the questions of a deeper analysis', () => {
  test('are asked by the client, answered by an analyst, and shown to both with their history', async () => {
    const { client, staff, params, seenBy } = await createFixture()
    const { body } = await send(client, askAnalysis, { params, body: { text: 'Who is behind it?' } })
    const [question] = body.questions
    expect(question).toMatchObject({ text: 'Who is behind it?', by: body.requestedBy, answer: null })
    const questionId = question?.id ?? ''
    const answer = (text: string, version: number) =>
      send(staff, answerAnalysisQuestion, { params: { ...params, questionId }, body: { text, version } })
    await answer('Unknown', 1)
    await answer('One group', 2)
    const seen = await seenBy(client)
    expect(seen.questions.map((asked) => asked.answer?.text)).toEqual(['One group'])
    expect(seen.events.map(({ text, remark }) => [text, remark]).slice(1)).toEqual([
      ['Question', 'Who is behind it?'],
      ['Answer', 'Unknown'],
      ['Answer', 'One group'],
    ])
    const notified = async (user: typeof client) =>
      (await send(user, listNotifications)).body.items.map(({ title }) => title)
    expect((await notified(staff))[0]).toMatch(/ asked about the deeper analysis of /)
    expect((await notified(client))[0]).toMatch(/^A question about .+ was answered$/)
  })

  test('count as changes of the case, which keeps the time of its current step', async () => {
    const { client, staff, params, seenBy } = await createFixture()
    const before = await seenBy(client)
    const asked = await send(client, askAnalysis, { params, body: { text: 'Who is behind it?' } })
    expect(asked.body.updatedAt > before.updatedAt).toBe(true)
    const questionId = asked.body.questions[0]?.id ?? ''
    await send(staff, answerAnalysisQuestion, {
      params: { ...params, questionId },
      body: { text: 'One group', version: 1 },
    })
    const answered = await seenBy(client)
    expect(answered.updatedAt > asked.body.updatedAt).toBe(true)
    expect(answered.steps).toEqual(before.steps)
    const { body } = await send(client, listDeeperAnalyses)
    expect(body.items[0]?.updatedAt).toBe(answered.updatedAt)
  })

  test('must have answers before the analysis is completed', async () => {
    const { client, staff, params, begin, complete } = await createFixture()
    await begin()
    const asked = await send(client, askAnalysis, { params, body: { text: 'Who is behind it?' } })
    expect(await complete('done')).toMatchObject(refusal('ANALYSIS_WITHOUT_ANSWERS'))
    const questionId = asked.body.questions[0]?.id ?? ''
    const body = { text: 'One group', version: 1 }
    await send(staff, answerAnalysisQuestion, { params: { ...params, questionId }, body })
    expect((await complete('done')).status).toBe(200)
    // A closed analysis doesn't change any more.
    expect(await send(client, askAnalysis, { params, body: { text: 'And now?' } })).toMatchObject(
      refusal('ANALYSIS_CLOSED'),
    )
  })

  test('are answered by one analyst at a time: the second one learns who was first', async () => {
    const { company, client, staff, params, seenBy } = await createFixture()
    const other = await newUser('admin', company)
    const asked = await send(client, askAnalysis, { params, body: { text: 'Who is behind it?' } })
    const questionId = asked.body.questions[0]?.id ?? ''
    const answer = (user: typeof staff, text: string) =>
      send(user, answerAnalysisQuestion, { params: { ...params, questionId }, body: { text, version: 1 } })
    const first = await answer(other, 'One group')
    const by = first.body.questions[0]?.answer?.by
    const refused = await answer(staff, 'Nobody knows')
    expect(refused).toMatchObject(refusal('STALE_VERSION_BY'))
    const message = `${by} answered this question in the meantime. Nothing was overwritten.`
    expect(refused.body).toMatchObject({ message, parameters: { name: by } })
    expect((await seenBy(client)).questions).toMatchObject([{ answer: { text: 'One group', by }, version: 2 }])
  })

  test('are asked once, however often a request is repeated', async () => {
    const { client, params, seenBy } = await createFixture()
    const headers = { 'idempotency-key': `question of ${params.analysisId}` }
    const ask = () => send(client, askAnalysis, { params, body: { text: 'Who is behind it?' }, headers })
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.status, second.status, (await ask()).status]).toEqual([200, 200, 200])
    expect((await seenBy(client)).questions.map(({ text }) => text)).toEqual(['Who is behind it?'])
  })

  test('are at most a hundred', async () => {
    const { company, client, params } = await createFixture()
    await world().database.pool.query(
      `insert into analysis_questions (company_id, analysis_id, text, asked_by_name)
       select $1, $2, n::text, 'x' from generate_series(1, 100) n`,
      [company.id, params.analysisId],
    )
    const answer = await send(client, askAnalysis, { params, body: { text: 'One more?' } })
    expect(answer).toMatchObject(refusal('TOO_MANY_ANALYSIS_PARTS'))
  })
})

test('tasks are for analysts only, on the case and in its history', async () => {
  const { client, staff, params, seenBy } = await createFixture()
  const { body } = await send(staff, addAnalysisTask, { params, body: { text: 'Ask the registrar' } })
  const taskId = body.tasks?.[0]?.id ?? ''
  const done = await send(staff, changeAnalysisTask, { params: { ...params, taskId }, body: { state: 'done' } })
  expect(done.body.tasks).toMatchObject([{ text: 'Ask the registrar', state: 'done', by: done.body.events.at(-1)?.by }])
  expect(done.body.events.map(({ text }) => text)).toEqual(['Deeper analysis requested', 'Task added', 'Task done'])
  const seen = await seenBy(client)
  expect(seen.tasks).toBeUndefined()
  expect(JSON.stringify(seen)).not.toContain('Ask the registrar')
})

describe('the findings of a deeper analysis', () => {
  test('are drafts of the analysts until a report releases them, and then do not change', async () => {
    const { company, client, staff, params, seenBy, begin, complete } = await createFixture()
    const file = { bytes: Buffer.from(`seen at ${company.key}`), name: 'seen.txt' }
    const added = await send(staff, addAnalysisFile, { params, form: { files: [file] } })
    const fileIds = [added.body.id]
    const draft = await send(staff, addAnalysisFinding, { params, body: finding })
    const findingId = draft.body.findings[0]?.id ?? ''
    const one = { ...params, findingId }
    const changed = { ...finding, confidence: 'confirmed' as const, fileIds, version: 1 }
    await send(staff, changeAnalysisFinding, { params: one, body: changed })
    expect((await seenBy(client)).findings).toEqual([])
    const release = (version: number, user = staff) =>
      send(user, releaseAnalysisReport, { params, body: { summary: 'One group, two sites', version } })
    expect(await release((await seenBy(staff)).version)).toMatchObject(refusal('ANALYSIS_NOT_STARTED'))
    await begin()
    expect(await complete('done')).toMatchObject(refusal('ANALYSIS_WITH_DRAFTS'))
    const { version } = await seenBy(staff)
    const subAdmin = await newUser('subAdmin', company)
    // Only those who publish reports release one.
    expect(await release(version, subAdmin)).toMatchObject(refusal('FORBIDDEN'))
    const another = await send(staff, addAnalysisFinding, { params, body: finding })
    // Nobody releases a draft that they have not seen.
    expect(await release(version)).toMatchObject(refusal('STALE_VERSION'))
    const removed = another.body.findings.find(({ id }) => id !== findingId)
    await send(staff, removeAnalysisFinding, {
      params: { ...params, findingId: removed?.id ?? '' },
      query: { version: 1 },
    })
    const read = (await seenBy(staff)).version
    const released = await release(read)
    expect(released.status).toBe(200)
    // A second click carries the old version.
    expect((await release(read)).status).toBe(409)

    const seen = await seenBy(client)
    expect(seen.findings).toMatchObject([{ ...finding, confidence: 'confirmed', fileIds }])
    expect(seen.events.at(-1)).toMatchObject({ text: 'Report released', remark: 'One group, two sites' })
    const listed = (await send(client, listReports)).body.items
    expect(listed.map(({ id, name, kind }) => [id, name, kind])).toEqual([
      [seen.reports[0]?.id, `Deeper analysis of login-${company.key}.example.pdf`, 'incident'],
    ])
    const opened = await world().server.inject(seen.reports[0]?.href ?? '')
    expect(opened.headers['content-type']).toBe('application/pdf')
    expect(opened.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')

    for (const change of [
      await send(staff, changeAnalysisFinding, { params: one, body: { ...finding, version: 2 } }),
      await send(staff, removeAnalysisFinding, { params: one, query: { version: 2 } }),
    ])
      expect(change).toMatchObject(refusal('FINDING_RELEASED'))
    // The report is what the client can read, so no note is needed.
    const completed = await complete()
    expect(completed.status).toBe(200)
  })

  test('refer to files of the case only, and a draft can be removed', async () => {
    const { staff, params } = await createFixture()
    const wrong = await send(staff, addAnalysisFinding, { params, body: { ...finding, fileIds: [params.analysisId] } })
    expect(wrong).toMatchObject(refusal('NOT_A_CASE_FILE', 'body.fileIds.0'))
    const { body } = await send(staff, addAnalysisFinding, { params, body: finding })
    const findingId = body.findings[0]?.id ?? ''
    const remove = () => send(staff, removeAnalysisFinding, { params: { ...params, findingId }, query: { version: 1 } })
    const removed = await remove()
    expect(removed.body.findings).toEqual([])
    expect((await remove()).status).toBe(404)
  })

  test('are changed by one analyst at a time: the second one learns who was first', async () => {
    const { company, staff, params, seenBy } = await createFixture()
    const other = await newUser('admin', company)
    const draft = await send(staff, addAnalysisFinding, { params, body: finding })
    const one = { ...params, findingId: draft.body.findings[0]?.id ?? '' }
    const change = (user: typeof staff, title: string) =>
      send(user, changeAnalysisFinding, { params: one, body: { ...finding, title, version: 1 } })
    const by = (await change(other, 'Two operators')).body.findings[0]?.by
    const refused = await change(staff, 'Three operators')
    expect(refused).toMatchObject(refusal('STALE_VERSION_BY'))
    const message = `${by} changed this finding in the meantime. Nothing was overwritten.`
    expect(refused.body).toMatchObject({ message, parameters: { name: by } })
    const removed = await send(staff, removeAnalysisFinding, { params: one, query: { version: 1 } })
    expect(removed).toMatchObject(refusal('STALE_VERSION_BY'))
    expect((await seenBy(staff)).findings).toMatchObject([{ title: 'Two operators', by, version: 2 }])
  })

  test('stay in the history of analysts after they were removed, and out of everything else', async () => {
    const { client, staff, params, seenBy, begin } = await createFixture()
    await begin()
    const added = await send(staff, addAnalysisFinding, { params, body: finding })
    const one = { ...params, findingId: added.body.findings[0]?.id ?? '' }
    await send(staff, changeAnalysisFinding, { params: one, body: { ...finding, text: 'A guess', version: 1 } })
    await send(staff, removeAnalysisFinding, { params: one, query: { version: 2 } })
    const { findings, events, version } = await seenBy(staff)
    expect(findings).toEqual([])
    expect(events.slice(-3).map(({ text, remark }) => [text, remark])).toEqual([
      ['Finding drafted', 'One operator'],
      ['Finding changed', 'One operator'],
      ['Finding removed', 'One operator'],
    ])
    const body = { summary: 'Nothing was found', version }
    expect((await send(staff, releaseAnalysisReport, { params, body })).body.findings).toEqual([])
    expect(JSON.stringify(await seenBy(client))).not.toContain('One operator')
  })

  test('must exist in some form before the analysis is completed', async () => {
    const { begin, complete } = await createFixture()
    await begin()
    const completed = await complete()
    expect(completed).toMatchObject(refusal('ANALYSIS_WITHOUT_FINDINGS', 'body.note'))
  })
})

test('a deeper analysis is related to records of its company, once each', async () => {
  const { company, client, staff, params, seenBy } = await createFixture()
  const name = `other-${company.key}.example`
  const other = await newThreat(company, { name, severity: 4 })
  const takedownId = await addCase(company, 'takedowns', 'related')
  const relate = (kind: 'threat' | 'takedown' | 'campaign', id: string, isRelated = true) =>
    send(staff, relateToAnalysis, { params, body: { kind, id, isRelated } })
  await relate('threat', other.id)
  await relate('threat', other.id)
  await relate('takedown', takedownId)
  const kinds = async () => (await seenBy(client)).relations.map(({ kind, id, threat }) => [kind, id, threat !== null])
  expect(await kinds()).toEqual([
    ['threat', other.id, true],
    ['takedown', takedownId, true],
  ])
  await relate('threat', other.id, false)
  expect(await kinds()).toEqual([['takedown', takedownId, true]])
  const { events, relations } = await seenBy(client)
  const title = relations[0]?.threat?.title
  expect(events.slice(1).map(({ text, remark }) => [text, remark])).toEqual([
    ['Related record added', `Threat ${name} (Domain, Critical)`],
    ['Related record added', `Takedown of ${title} (Domain, High)`],
    ['Related record removed', `Threat ${name} (Domain, Critical)`],
  ])
  const foreign = await newThreat(await newCompany())
  for (const kind of ['threat', 'takedown', 'campaign'] as const) {
    expect((await relate(kind, foreign.id)).status, kind).toBe(404)
  }
})

test("a related takedown of the company's own exposure is called a fix", async () => {
  const { company, client, staff, params, seenBy } = await createFixture()
  const takedownId = await addCase(company, 'takedowns', 'exposed')
  await world().database.pool.query(
    `update threats set source = 'EASM' where company_id = $1 and id = (select threat_id from takedowns where id = $2)`,
    [company.id, takedownId],
  )
  await send(staff, relateToAnalysis, { params, body: { kind: 'takedown', id: takedownId, isRelated: true } })
  const { events, relations } = await seenBy(client)
  expect(relations[0]?.threat?.source).toBe('EASM')
  expect(events.at(-1)?.remark).toMatch(/^Fix of .*-exposed\.example \(/)
})

test('a deeper analysis is related to a threat while one decision reopens that threat and its own', async () => {
  const { client, staff, params, seenBy } = await createFixture()
  const { threatId } = await seenBy(staff)
  const { database } = world()
  const other = await newThreat(client.company)
  await send(client, decideThreat, {
    params: { source: other.source, threatId: other.id },
    body: { action: 'takedown', version: 1 },
  })
  const connection = await database.pool.connect()
  const waiting = () => waitingForLocks(database)
  const body = { company: client.company.key, selection: { ids: [threatId, other.id] }, action: 'reopen' as const }
  // The decision has locked its threats and waits for the takedown.
  await connection.query('begin')
  await connection.query('select from takedowns where company_id = $1 and threat_id = $2 for update', [
    client.company.id,
    other.id,
  ])
  const decided = send(client, decideThreats, { body })
  await expect.poll(waiting).toBe(1)
  const related = send(staff, relateToAnalysis, { params, body: { kind: 'threat', id: other.id, isRelated: true } })
  await expect.poll(waiting).toBe(2)
  await connection.query('commit')
  connection.release()
  expect((await decided).body).toMatchObject({
    done: expect.arrayContaining([threatId, other.id]) as string[],
    failed: [],
  })
  // By now, the decision ended the analysis.
  expect(await related).toMatchObject(refusal('ANALYSIS_CLOSED'))
})

describe('the due date of a deeper analysis', () => {
  test('follows the severity, is sorted by, and can be changed with a reason that the client sees', async () => {
    const { client, staff, params, seenBy } = await createFixture()
    const { due, requestedAt, version } = await seenBy(client)
    const tomorrow = new Date(Date.parse(requestedAt) + 24 * hourMs).toISOString().slice(0, 10)
    expect(due).toEqual({ on: tomorrow, at: `${tomorrow}T23:59:59.999Z`, firstOn: tomorrow, state: 'pending' })
    const dueOn = '2030-01-02'
    const change = (read: number) =>
      send(staff, changeAnalysisDue, { params, body: { dueOn, reason: 'The registrar needs a week', version: read } })
    const changed = { on: dueOn, at: `${dueOn}T23:59:59.999Z`, firstOn: tomorrow, state: 'pending' }
    expect((await change(version)).body.due).toEqual(changed)
    expect((await change(version)).status).toBe(409)
    expect((await seenBy(client)).events.at(-1)).toMatchObject({
      text: 'Due date changed',
      remark: 'The registrar needs a week',
    })
    const listed = await send(client, listDeeperAnalyses, { raw: { sortField: 'dueAt' } })
    expect(listed.body.items.map((item) => item.due)).toEqual([changed])
  })

  test.each([
    // 23 hours, 25 hours, and a midnight that is skipped.
    ['Europe/Berlin', '2031-03-30', '2031-03-30T21:59:59.999Z'],
    ['Europe/Berlin', '2031-10-26', '2031-10-26T22:59:59.999Z'],
    ['America/Santiago', '2031-09-06', '2031-09-07T03:59:59.999Z'],
    ['Pacific/Auckland', '2031-06-30', '2031-06-30T11:59:59.999Z'],
  ])('is a day of the company: in %s the findings are in time on %s until %s', async (timeZone, dueOn, at) => {
    const { company, staff, params, seenBy } = await createFixture()
    await world().database.pool.query(
      `update companies set config = config || jsonb_build_object('timeZone', $2::text) where id = $1`,
      [company.id, timeZone],
    )
    const { version } = await seenBy(staff)
    const body = { dueOn, reason: 'The registrar is slow', version }
    const { due, version: next } = (await send(staff, changeAnalysisDue, { params, body })).body
    expect([due.on, due.at]).toEqual([dueOn, at])
    // Saving the day that is shown doesn't move it.
    const again = await send(staff, changeAnalysisDue, { params, body: { ...body, dueOn: due.on, version: next } })
    expect(again.body.due).toEqual(due)
  })

  test('depends on the hours that staff set for the company, from then on', async () => {
    const { company, client, staff, seenBy } = await createFixture()
    const before = (await seenBy(client)).due.on
    const query = { company: company.key }
    const analysisDueHours = { Critical: 240, High: 300, Medium: 400, Low: 500 }
    const body = { ...usualReviewPolicy, analysisDueHours }
    expect((await send(client, putReviewPolicy, { query, body })).status).toBe(403)
    expect((await send(staff, putReviewPolicy, { query, body })).body.analysisDueHours).toEqual(analysisDueHours)
    expect((await send(staff, getReviewPolicy, { query })).body.analysisDueHours).toEqual(analysisDueHours)
    const trail = await send(await newUser('superAdmin', company), listAudit, { query })
    expect(trail.body.items.find(({ action }) => action === 'settings.reviewPolicyChanged')).toMatchObject({
      before: { analysisDueHours: null },
      after: { analysisDueHours },
    })

    const threat = await newThreat(company, { severity: 4 })
    const asked = await send(client, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      body: { action: 'deeperAnalysis', version: 1 },
    })
    const params = { analysisId: asked.body.deeperAnalysis?.id as string }
    const { due, requestedAt } = (await send(client, getDeeperAnalysis, { params })).body
    const inTenDays = new Date(Date.parse(requestedAt) + 240 * hourMs).toISOString().slice(0, 10)
    expect([due.on, due.firstOn]).toEqual([inTenDays, inTenDays])
    expect((await send(client, getAnalysisDueFigures)).body.dueHours).toEqual(analysisDueHours)
    // What was requested before keeps the day that the client has read.
    expect((await seenBy(client)).due.on).toBe(before)

    const tooLong = { ...body, analysisDueHours: { ...analysisDueHours, Low: 721 } }
    expect(await send(staff, putReviewPolicy, { query, body: tooLong })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'body.analysisDueHours.Low' }] },
    })
    await send(staff, putReviewPolicy, { query, body: usualReviewPolicy })
    expect((await send(client, getAnalysisDueFigures)).body.dueHours).toEqual(usualAnalysisDueHours)
  })

  test('is counted as kept, kept after a change, or missed', async () => {
    const { company, client, params } = await createFixture()
    // Hours after the request.
    const cases: [completed: number | null, due: number, first: number][] = [
      [2, 3, 3],
      [4, 5, 3],
      [6, 5, 5],
      [null, 1, 1],
    ]
    const requestedAt = Date.now() - dayMs
    const after = (hours: number) => new Date(requestedAt + hours * hourMs)
    for (const [completed, due, first] of cases) {
      const id = await addCase(company, 'deeper_analyses', 'counted')
      await world().database.pool.query(
        `update deeper_analyses set requested_at = $2, due_at = $3, first_due_at = $4, status = $5, reached_at = $6 where id = $1`,
        [
          id,
          after(0),
          after(due),
          after(first),
          completed === null ? 'requested' : 'completed',
          completed === null ? {} : { completed: after(completed) },
        ],
      )
    }
    expect((await send(client, getAnalysisDueFigures)).body).toEqual({
      // With the one of the fixture.
      open: 2,
      overdue: 1,
      met: 1,
      metLater: 1,
      missed: 1,
      medianMs: 4 * hourMs,
      dueHours: usualAnalysisDueHours,
    })
    const { items } = (await send(client, listDeeperAnalyses)).body
    const states = items.filter(({ id }) => id !== params.analysisId).map(({ due }) => due.state)
    expect(states.toSorted()).toEqual(['met', 'met', 'missed', 'overdue'])
  })
})
