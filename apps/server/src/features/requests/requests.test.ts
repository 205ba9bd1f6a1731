import { describe, expect, test } from 'vitest'
import { addBrands } from '../companies/companies.queries.ts'
import { originalOf } from '@signet/contract/threats/file-types'
import {
  addRequest,
  answerRequest,
  changeRequestDue,
  findKnownThreats,
  findRequestCompany,
  getRequest,
  getRequestDueFigures,
  knownThreatsMax,
  knownWordsMax,
  listRequests,
  moveRequest,
  requestFlow,
  requestStatuses,
  usualRequestDueHours,
  type RequestStatus,
} from '@signet/contract/requests/requests'
import { putReviewPolicy, usualReviewPolicy } from '@signet/contract/review/review-policy'
import { getQueued } from '@signet/contract/review/qa'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { listNotifications } from '@signet/contract/messages/notifications'
import { hourMs } from '@signet/contract/time'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  tinyPng,
  useWorld,
  type TestUser,
} from '../../../test/harness.ts'

const world = useWorld()

const newRequest = { kind: 'threat', subject: 'A shop with our name', text: 'Please look at it.' } as const

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const { body } = await send(client, addRequest, { body: newRequest })
  const params = { requestId: body.id }
  const answer = (user: TestUser, text = 'hello') => send(user, answerRequest, { params, body: { text } })
  const move = (status: RequestStatus, version: number, more: object = {}) =>
    send(staff, moveRequest, { params, body: { status, version, ...more } })
  const put = (status: RequestStatus) =>
    world().database.pool.query('update requests set status = $2 where id = $1', [params.requestId, status])
  const read = async () => (await send(client, getRequest, { params })).body
  return { company, client, staff, params, answer, move, put, read, body }
}

describe('a request', () => {
  test('is received, seen by the company and its provider, and recorded', async () => {
    const { company, client, staff, params, body } = await createFixture()
    expect(body).toMatchObject({ ...newRequest, status: 'open', statusLabel: 'Sent', files: [], links: [], version: 1 })
    expect(body.steps.map(({ state }) => state)).toEqual(['completed', 'active', 'todo', 'todo'])
    for (const user of [client, staff]) {
      expect((await send(user, listRequests)).body.items.map(({ id }) => id)).toEqual([params.requestId])
    }
    const { rows } = await world().database.pool.query(`select action, by_email from audit where company_id = $1`, [
      company.id,
    ])
    expect(rows).toEqual([{ action: 'request.added', by_email: client.email }])
  })

  test('has the place and severity that the requester gave', async () => {
    const { client } = await createFixture()
    const { body } = await send(client, addRequest, { body: { ...newRequest, source: 'Domain', severity: 'High' } })
    expect(body).toMatchObject({ source: 'Domain', severity: 'High' })
    const wrong = { ...newRequest, severity: 'Terrible' as 'High' }
    expect(await send(client, addRequest, { body: wrong })).toMatchObject(refusal('NOT_AN_OPTION', 'body.severity'))
  })

  test('takes links and up to five files with a form', async () => {
    const { client } = await createFixture()
    const links = ['https://shop.example/a', 'http://shop.example/b']
    const files = [1, 2, 3, 4, 5].map((index) => ({ bytes: tinyPng(`shot ${index}`), name: `shot-${index}.png` }))
    const { status, body } = await send(client, addRequest, { form: { fields: { ...newRequest, links }, files } })
    expect(status).toBe(201)
    expect(body.links).toEqual(links)
    expect(body).not.toHaveProperty('severity')
    expect(body.files.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
    expect((await world().server.inject(originalOf(body.files[0]?.href as string))).rawPayload).toEqual(files[0]?.bytes)
    const six = { fields: newRequest, files: [...files, { bytes: tinyPng('6') }] }
    expect(await send(client, addRequest, { form: six })).toMatchObject(refusal('TOO_MANY_FILES'))
  })

  test('of a threat needs no text if it has a file or a link, and says so if it has none', async () => {
    const { client } = await createFixture()
    const report = { kind: 'threat', subject: 'page.png' } as const
    const form = { fields: report, files: [{ bytes: tinyPng('page'), name: 'page.png' }] }
    expect(await send(client, addRequest, { form })).toMatchObject({ status: 201, body: { text: '' } })
    const body = { ...report, links: ['https://shop.example/a'] }
    expect(await send(client, addRequest, { body })).toMatchObject({ status: 201, body: { text: '' } })
    for (const text of ['', ' \n ', undefined])
      expect(
        await send(client, addRequest, { body: { ...report, ...(text === undefined ? {} : { text }) } }),
      ).toMatchObject(refusal('REPORT_EMPTY', 'body.text'))
    const question = { ...form, fields: { ...report, kind: 'question' } }
    expect(await send(client, addRequest, { form: question })).toMatchObject(refusal('REQUIRED', 'body.text'))
  })

  test.each([
    [{ links: ['javascript:alert(1)'] }, 'body.links.0', 'NOT_A_WEB_ADDRESS'],
    [{ links: Array.from({ length: 21 }, () => 'https://x.example') }, 'body.links', 'LIST_TOO_LONG'],
    [{ kind: 'wish' }, 'body.kind', 'NOT_AN_OPTION'],
    [{ subject: ' ' }, 'body.subject', 'TEXT_TOO_SHORT'],
    [{ text: 'x'.repeat(5001) }, 'body.text', 'TEXT_TOO_LONG'],
    [{ status: 'done' }, 'body.status', 'UNKNOWN_FIELD'],
  ] as const)('with %j is refused by name', async (more, path, reason) => {
    const { client } = await createFixture()
    const body = { ...newRequest, ...more }
    expect(await send(client, addRequest, { body })).toMatchObject(refusal(reason, path))
  })

  test('is read by everybody who may move it, also by those who may not write', async () => {
    const { company, params, answer } = await createFixture()
    const mover = await newUser('subAdminPeekerTwo', company)
    expect((await send(mover, listRequests)).body.items.map(({ id }) => id)).toEqual([params.requestId])
    expect((await send(mover, getRequest, { params })).status).toBe(200)
    const moved = await send(mover, moveRequest, { params, body: { status: 'inProgress', version: 1 } })
    expect(moved.status).toBe(200)
    expect((await answer(mover)).status).toBe(403)
    const reader = await newUser('adminPeeker', company)
    expect((await send(reader, getRequest, { params })).status).toBe(403)
  })

  test('its files are not for those who only look', async () => {
    const { company, client } = await createFixture()
    const form = { fields: newRequest, files: [{ bytes: tinyPng('private') }] }
    const { body } = await send(client, addRequest, { form })
    await world().database.pool.query(`update users set role = 'clientPeeker' where id = $1`, [client.id])
    expect((await world().server.inject(body.files[0]?.href as string)).statusCode).toBe(404)
    expect(company.id).toBeGreaterThan(0)
  })

  test('is found by status, kind, days and words', async () => {
    const { client, put } = await createFixture()
    await put('waiting')
    await send(client, addRequest, { body: { ...newRequest, kind: 'question', subject: 'Another', text: 'matter' } })
    const found = async (raw: Record<string, string>) => {
      const { body } = await send(client, listRequests, { raw })
      expect(body.total).toBe(body.items.length)
      return body.items.map(({ subject }) => subject)
    }
    expect(await found({ status: 'waiting,done' })).toEqual([newRequest.subject])
    expect(await found({ status: 'open' })).toEqual(['Another'])
    expect(await found({ kind: 'question,report' })).toEqual(['Another'])
    expect(await found({ searchQuery: 'SHOP' })).toEqual([newRequest.subject])
    expect(await found({ toDate: '2020-01-01' })).toEqual([])
    expect(await found({ sortField: 'subject', sortDirection: 'asc' })).toEqual([newRequest.subject, 'Another'])
  })
})

describe('what is known of a report before it is sent', () => {
  test('is said for each of its things, of the own company and published only', async () => {
    const company = await newCompany()
    const client = await newUser('client', company)
    const known = await newThreat(company, { stage: 'published', name: 'known-shop.example' })
    await newThreat(company, { stage: 'queued', name: 'queued-shop.example' })
    await newThreat(await newCompany(), { stage: 'published', name: 'foreign-shop.example' })
    const words = ['new-shop.example', 'queued-shop.example', 'foreign-shop.example', 'Known-shop.example', ' ']
    const { body } = await send(client, findKnownThreats, { query: { words } })
    const { id, source, title } = known
    const number = expect.stringMatching(/^T-\d+$/) as string
    expect(body).toEqual([
      { word: 'Known-shop.example', threats: [{ id, number, source, title, status: 'open' }], hasMore: false },
    ])
  })

  test('lists a few threats of each thing, and says that there are more', async () => {
    const company = await newCompany()
    const names = Array.from({ length: knownThreatsMax + 1 }, (_, index) => `shop-${index}.many.example`)
    for (const name of names) await newThreat(company, { stage: 'published', name })
    const client = await newUser('client', company)
    const { body } = await send(client, findKnownThreats, { query: { words: ['many.example', 'shop-1.many.example'] } })
    expect(body.map(({ threats, hasMore }) => [threats.length, hasMore])).toEqual([
      [knownThreatsMax, true],
      [1, false],
    ])
  })

  test('names the official domains of the company, without the threats that contain their names', async () => {
    const company = await newCompany()
    await world().database.inCompanies([company.id], (tx) =>
      addBrands(tx, company.id, [{ id: 'own', name: 'Bank', aliases: [], official: ['the-bank.example'] }]),
    )
    await newThreat(company, { stage: 'published', name: 'the-bank.example.evil.example' })
    const client = await newUser('client', company)
    const words = ['The-Bank.example', 'login.the-bank.example', 'the-bank.example.evil.example', 'nothe-bank.example']
    const { body } = await send(client, findKnownThreats, { query: { words } })
    expect(body.map(({ word, threats, isOfficial }) => [word, threats.length, isOfficial])).toEqual([
      [words[0], 0, true],
      [words[1], 0, true],
      [words[2], 1, undefined],
    ])
  })

  test('is asked for as many things as a report is read for, at most', async () => {
    const client = await newUser('client', await newCompany())
    const words = Array.from({ length: knownWordsMax + 1 }, (_, index) => `shop-${index}.example`)
    expect((await send(client, findKnownThreats, { query: { words: words.slice(1) } })).body).toEqual([])
    const tooMany = { raw: { words: words.join(',') } }
    expect(await send(client, findKnownThreats, tooMany)).toMatchObject(refusal('LIST_TOO_LONG', 'query.words'))
  })
})

/** A request that reported a published threat. */
async function createReported() {
  const { company, client, staff, params } = await createFixture()
  const threat = await newThreat(company, { stage: 'published' })
  await world().database.pool.query(
    'insert into request_threats (company_id, threat_id, request_id) values ($1, $2, $3)',
    [company.id, threat.id, params.requestId],
  )
  const takedownIdFor = async (user: TestUser) =>
    (await send(user, getRequest, { params })).body.report?.threats.map(({ takedownId }) => takedownId)
  const decide = { source: threat.source, threatId: threat.id }
  const request = () => send(client, decideThreat, { params: decide, body: { action: 'takedown', version: 1 } })
  return { company, client, staff, params, threat, takedownIdFor, request }
}

describe('a report and the takedown of its threat', () => {
  test('lead to each other, for the client and for staff', async () => {
    const { client, staff, params, takedownIdFor, request } = await createReported()
    expect(await takedownIdFor(client)).toEqual([undefined])
    const takedownId = (await request()).body.takedown?.id ?? ''
    for (const user of [client, staff]) {
      expect(await takedownIdFor(user)).toEqual([takedownId])
      const { body } = await send(user, getTakedown, { params: { takedownId } })
      expect(body.requests).toEqual([{ id: params.requestId, subject: newRequest.subject }])
    }
  })

  test('are not for readers who can see only one of them, nor while the threat is not published', async () => {
    const { company, client, threat, takedownIdFor, request } = await createReported()
    const takedownId = (await request()).body.takedown?.id ?? ''
    const reader = await newUser('adminPeeker', company)
    expect((await send(reader, getTakedown, { params: { takedownId } })).body.requests).toEqual([])
    const stranger = await newUser('client', await newCompany())
    expect((await send(stranger, getTakedown, { params: { takedownId } })).status).toBe(404)
    await world().database.pool.query(`update threats set stage = 'queued' where id = $1`, [threat.id])
    expect(await takedownIdFor(client)).toEqual([undefined])
  })
})

test('a report counts what became of its threats, in the list and on its page', async () => {
  const { company, client, params, read } = await createFixture()
  const { pool } = world().database
  const report = async (more: Parameters<typeof newThreat>[1]) => {
    const threat = await newThreat(company, more)
    await pool.query('insert into request_threats (company_id, threat_id, request_id) values ($1, $2, $3)', [
      company.id,
      threat.id,
      params.requestId,
    ])
    return threat
  }
  const listed = async () => (await send(client, listRequests)).body.items[0]?.outcomes
  expect(await listed()).toBeUndefined()
  const queued = await report({ stage: 'queued' })
  const published = await report({ stage: 'published' })
  await report({ stage: 'deleted' })
  const none = { received: 0, reviewed: 0, takedown: 0, takenDown: 0, notScam: 0, fix: 0, fixed: 0 }
  expect(await listed()).toEqual({ ...none, received: 1, reviewed: 1, notScam: 1 })
  await pool.query(`update threats set stage = 'published' where id = $1`, [queued.id])
  const decided = { source: published.source, threatId: published.id }
  const taken = await send(client, decideThreat, { params: decided, body: { action: 'takedown', version: 1 } })
  // No notice was sent yet.
  expect(await listed()).toEqual({ ...none, reviewed: 2, notScam: 1 })
  const finish = (status: string) =>
    pool.query('update takedowns set status = $2 where id = $1', [taken.body.takedown?.id, status])
  await finish('submitted')
  expect(await listed()).toEqual({ ...none, reviewed: 1, takedown: 1, notScam: 1 })
  expect((await read()).outcomes).toEqual(await listed())
  expect((await read()).status).toBe('open')
})

test('a reviewer sees who reported a record with which request, whose text only readers of requests get', async () => {
  const { company, client, params, body, put } = await createFixture()
  const threat = await newThreat(company, { stage: 'queued' })
  const reviewer = await newUser('qa', company)
  const query = { company: company.key }
  const opened = async () => (await send(reviewer, getQueued, { params: { threatId: threat.id }, query })).body
  expect((await opened()).reporters).toBeUndefined()
  await world().database.pool.query(
    'insert into request_threats (company_id, threat_id, request_id) values ($1, $2, $3)',
    [company.id, threat.id, params.requestId],
  )
  const { reporters, requests } = await opened()
  const reporter = { requestId: params.requestId, by: client.name, at: body.createdAt }
  expect(reporters).toEqual([{ ...reporter, dueOn: body.due.on }])
  await put('done')
  expect((await opened()).reporters).toEqual([reporter])
  expect(requests).toEqual([])
})

test('the threats of a report are in the order of their numbers', async () => {
  const { company, client, params } = await createFixture()
  for (let count = 0; count < 12; count += 1) {
    const { id } = await newThreat(company, { stage: 'published' })
    await world().database.pool.query(
      'insert into request_threats (company_id, threat_id, request_id) values ($1, $2, $3)',
      [company.id, id, params.requestId],
    )
  }
  const { body } = await send(client, getRequest, { params })
  const numbers = body.report?.threats.map(({ number }) => Number(number.replace('T-', ''))) ?? []
  expect(numbers).toHaveLength(12)
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
})

const titlesOf = async (user: TestUser) => (await send(user, listNotifications)).body.items.map(({ title }) => title)

test('the others who work on a request are notified of it, of replies and of its status', async () => {
  const { client, staff, answer, move } = await createFixture()
  await answer(client, 'more about it')
  await move('done', 2)
  expect(await titlesOf(staff)).toEqual([
    expect.stringContaining('replied to') as string,
    `New request: ${newRequest.subject}`,
  ])
  expect(await titlesOf(client)).toEqual([`“${newRequest.subject}”: Done`])
})

test('each change of a request is sent on the live channel of its company', async () => {
  const { company, client, staff, params, answer, move } = await createFixture()
  await answer(staff)
  await move('done', 2)
  // The same status: only the assignee changes.
  await move('done', 3, { assignee: staff.id })
  await answer(client)
  const { rows } = await world().database.pool.query(
    `select user_id, data from live_events where company_id = $1 and type = 'request.changed' order by seq`,
    [company.id],
  )
  const statuses = ['open', 'open', 'done', 'done', 'inProgress']
  expect(rows).toEqual(statuses.map((status) => ({ user_id: null, data: { requestId: params.requestId, status } })))
})

test('a message can carry files, which are among those of the request and shown with it', async () => {
  const { client, staff, params, answer, read, put } = await createFixture()
  await answer(staff, 'Please send a screenshot.')
  const form = { fields: { text: 'Here it is.' }, files: [{ bytes: tinyPng('shot'), name: 'shot.png' }] }
  expect((await send(client, answerRequest, { params, form })).status).toBe(200)
  const { files, messages, messageCount } = await read()
  expect(files.map(({ name }) => name)).toEqual(['shot.png'])
  expect(messages.map((message) => message.files?.map(({ name }) => name))).toEqual([undefined, ['shot.png']])
  expect(messageCount).toBe(2)
  await put('declined')
  expect(await send(client, answerRequest, { params, form })).toMatchObject(refusal('REQUEST_DECLINED'))
  expect((await read()).files).toHaveLength(1)
})

test('the company of a request is found by those who work for it, whichever they have selected', async () => {
  const { company, client, params } = await createFixture()
  const other = await newCompany()
  const both = await newUser('subAdmin', other, [other, company])
  expect((await send(both, getRequest, { params, query: { company: other.key } })).status).toBe(404)
  expect((await send(both, findRequestCompany, { params })).body).toMatchObject({ company: company.key })
  expect((await send(client, findRequestCompany, { params })).body).toMatchObject({ company: company.key })
  const stranger = await newUser('subAdmin', other)
  expect((await send(stranger, findRequestCompany, { params })).status).toBe(404)
})

describe('the status of a request', () => {
  test.each(requestStatuses.flatMap((from) => requestStatuses.map((to) => [from, to] as const)))(
    'from %s to %s follows the flow',
    async (from, to) => {
      const { move, put } = await createFixture()
      await put(from)
      const allowed = from === to || (requestFlow[from] as readonly string[]).includes(to)
      expect((await move(to, 1)).status).toBe(allowed ? 200 : 409)
    },
  )

  test('is not changed from a stale version', async () => {
    const { move, answer, client } = await createFixture()
    await answer(client)
    expect(await move('inProgress', 1)).toMatchObject(refusal('STALE_VERSION'))
    expect((await move('inProgress', 2)).body).toMatchObject({ status: 'inProgress', version: 3 })
  })

  test('goes back to work when the client answers, and stays when the provider writes', async () => {
    const { client, staff, answer, put, read } = await createFixture()
    for (const status of ['waiting', 'done'] as const) {
      await put(status)
      expect((await answer(staff)).body.status).toBe(status)
      expect((await answer(client)).body.status).toBe('inProgress')
    }
    await put('open')
    expect((await answer(client)).body.status).toBe('open')
    await put('declined')
    expect(await answer(client)).toMatchObject(refusal('REQUEST_DECLINED'))
    expect((await answer(staff)).status).toBe(200)
    const { messages, messageCount } = await read()
    expect(messages.map(({ isStaff }) => isStaff)).toEqual([true, false, true, false, false, true])
    // The client reads it.
    expect(messages.map(({ isOwn }) => isOwn)).toEqual([false, true, false, true, true, false])
    expect(messageCount).toBe(6)
  })

  test('counts two answers at the same moment as two', async () => {
    const { client, staff, answer, read } = await createFixture()
    await Promise.all([answer(client, 'one'), answer(staff, 'two'), answer(client, 'three')])
    const { messages, messageCount, version } = await read()
    expect([messages.length, messageCount, version]).toEqual([3, 3, 4])
  })
})

/** How many requests are assigned to the user, to anyone and to no one. */
async function assignedFor(user: TestUser): Promise<number[]> {
  const lists = ['me', 'anyone', 'nobody'].map((assigned) => send(user, listRequests, { raw: { assigned } }))
  return (await Promise.all(lists)).map(({ body }) => body.total)
}

describe('the assignee of a request', () => {
  test('is given and taken away, and is found by the lists of both people', async () => {
    const { company, staff, params, move, read } = await createFixture()
    const colleague = await newUser('subAdmin', company)
    expect(await assignedFor(colleague)).toEqual([0, 0, 1])
    await move('open', 1, { assignee: colleague.id })
    expect(await read()).toMatchObject({ status: 'open', assignedTo: { id: colleague.id, isActive: true } })
    expect([await assignedFor(colleague), await assignedFor(staff)]).toEqual([
      [1, 1, 0],
      [0, 1, 0],
    ])
    expect(await titlesOf(colleague)).toContain(`${staff.name} assigned the request “${newRequest.subject}” to you`)
    const client = await newUser('client', company)
    const body = { status: 'open', assignee: null, version: 2 } as const
    expect((await send(client, moveRequest, { params, body })).status).toBe(403)
    await move('open', 2, { assignee: null })
    expect(await assignedFor(colleague)).toEqual([0, 0, 1])
  })

  test('must be a user who works on requests of the company', async () => {
    const { staff, move, company } = await createFixture()
    expect((await move('inProgress', 1, { assignee: staff.id })).body.assignedTo?.id).toBe(staff.id)
    expect((await move('inProgress', 2)).body.assignedTo?.id).toBe(staff.id)
    expect((await move('inProgress', 3, { assignee: null })).body.assignedTo).toBeUndefined()
    const other = await newCompany()
    const [foreign, peeker, shared] = [
      await newUser('subAdmin', other),
      await newUser('adminPeeker', company),
      await newUser('subAdmin', other, [company]),
    ]
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const id of [foreign.id, nobody])
      expect(await move('inProgress', 4, { assignee: id })).toMatchObject({
        status: 404,
        ...refusal('ASSIGNEE_NOT_FOUND', 'body.assignee'),
      })
    expect(await move('inProgress', 4, { assignee: peeker.id })).toMatchObject({
      status: 409,
      ...refusal('ASSIGNEE_READ_ONLY', 'body.assignee'),
    })
    expect((await move('inProgress', 4, { assignee: shared.id })).status).toBe(200)
  })
})

const late = (requestId: string, hours: number) =>
  world().database.pool.query(
    `update requests set (due_at, first_due_at) = (select at, at from (select now() - make_interval(hours => $2) as at) x) where id = $1`,
    [requestId, hours],
  )

describe('the due date of a request', () => {
  test('is the end of a day of the company, by the promised time of its kind', async () => {
    const { client, company } = await createFixture()
    await world().database.pool.query(
      `update companies set config = config || '{"timeZone": "Pacific/Auckland"}' where id = $1`,
      [company.id],
    )
    for (const [kind, hours] of [
      ['takedown', 24],
      ['report', 120],
    ] as const) {
      const { due, createdAt } = (await send(client, addRequest, { body: { ...newRequest, kind } })).body
      const dayInAuckland = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(
        new Date(Date.parse(createdAt) + hours * hourMs),
      )
      expect(due).toMatchObject({ on: dayInAuckland, firstOn: dayInAuckland, state: 'pending' })
    }
  })

  test('depends on the hours that staff set for the company, from then on', async () => {
    const { company, client, read } = await createFixture()
    const before = (await read()).due.on
    const query = { company: company.key }
    const admin = await newUser('admin', company)
    const requestDueHours = { ...usualRequestDueHours, [newRequest.kind]: 240 }
    const body = { ...usualReviewPolicy, requestDueHours }
    expect((await send(client, putReviewPolicy, { query, body })).status).toBe(403)
    expect((await send(admin, putReviewPolicy, { query, body })).body.requestDueHours).toEqual(requestDueHours)
    const { due, createdAt } = (await send(client, addRequest, { body: newRequest })).body
    expect(Date.parse(due.at) - Date.parse(createdAt)).toBeGreaterThan(240 * hourMs)
    const figures = await send(client, getRequestDueFigures, { query: { daysBack: 30 } })
    expect(figures.body.dueHours).toEqual(requestDueHours)
    // What was sent before keeps the day that the client has read.
    expect((await read()).due.on).toBe(before)

    const tooLong = { ...body, requestDueHours: { ...requestDueHours, other: 721 } }
    expect((await send(admin, putReviewPolicy, { query, body: tooLong })).status).toBe(400)
    await send(admin, putReviewPolicy, { query, body: usualReviewPolicy })
    const usual = await send(client, getRequestDueFigures, { query: { daysBack: 30 } })
    expect(usual.body.dueHours).toEqual(usualRequestDueHours)
  })

  test('is changed by staff, who have read the last version, with a message to the client', async () => {
    const { client, staff, params, read, put } = await createFixture()
    const body = { dueOn: '2030-01-02', reason: 'The registry answers next week.', version: 1 }
    expect((await send(client, changeRequestDue, { params, body })).status).toBe(403)
    const changed = (await send(staff, changeRequestDue, { params, body })).body
    expect(changed.due).toMatchObject({ on: '2030-01-02', at: '2030-01-02T23:59:59.999Z', state: 'pending' })
    expect(changed.due.firstOn).not.toBe('2030-01-02')
    expect(changed).toMatchObject({ version: 2, messageCount: 1 })
    expect((await read()).messages).toMatchObject([{ text: body.reason, isStaff: true }])
    expect(await titlesOf(client)).toContain(`“${newRequest.subject}” has a new due date`)

    expect(await send(staff, changeRequestDue, { params, body })).toMatchObject(refusal('STALE_VERSION'))
    await put('done')
    const closed = { ...body, version: 2 }
    expect(await send(staff, changeRequestDue, { params, body: closed })).toMatchObject(refusal('REQUEST_CLOSED'))
  })

  test('makes a request late, which the list finds and sorts first, unless it waits for the client', async () => {
    const { client, params, put, read } = await createFixture()
    const other = (await send(client, addRequest, { body: newRequest })).body.id
    await late(params.requestId, 1)
    const overdue = () => send(client, listRequests, { query: { due: ['overdue'] } })
    expect((await overdue()).body.items.map(({ id, due }) => [id, due.state])).toEqual([[params.requestId, 'overdue']])
    const sorted = await send(client, listRequests, { query: { sortField: 'dueAt', sortDirection: 'asc' } })
    expect(sorted.body.items.map(({ id }) => id)).toEqual([params.requestId, other])
    await put('waiting')
    expect((await read()).due.state).toBe('paused')
    expect((await overdue()).body.total).toBe(0)
  })

  test('begins again when the client answers, because the team could not work on it until then', async () => {
    const { client, params, put, answer, read } = await createFixture()
    await late(params.requestId, 30 * 24)
    await put('waiting')
    await answer(client)
    const { due } = await read()
    expect(due.state).toBe('pending')
    expect(Date.parse(due.at)).toBeGreaterThan(Date.now() + 24 * hourMs)
  })

  test('is counted as kept or missed, as the screens of the company show it', async () => {
    const { client, params, move, put } = await createFixture()
    const figures = async () => (await send(client, getRequestDueFigures, { query: { daysBack: 30 } })).body
    expect(await figures()).toMatchObject({ open: 1, overdue: 0, met: 0, medianMs: null })
    await late(params.requestId, 1)
    expect(await figures()).toMatchObject({ open: 1, overdue: 1 })
    await move('done', 1)
    expect(await figures()).toMatchObject({ open: 0, overdue: 0, met: 0, missed: 1 })
    await world().database.pool.query(`update requests set due_at = now() + interval '1 day' where id = $1`, [
      params.requestId,
    ])
    expect(await figures()).toMatchObject({ metLater: 1, missed: 0 })
    await world().database.pool.query(`update requests set first_due_at = due_at where id = $1`, [params.requestId])
    expect((await figures()).met).toBe(1)
    await put('declined')
    expect(await figures()).toMatchObject({ open: 0, met: 0, missed: 0 })
  })
})
