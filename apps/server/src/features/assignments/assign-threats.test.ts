import { describe, expect, test } from 'vitest'
import { putPreferences } from '@signet/contract/access/account'
import { listNotifications } from '@signet/contract/messages/notifications'
import { assignThreats, listAssignees } from '@signet/contract/requests/assignments'
import type { BodyOf } from '@signet/contract/route'
import { decideThreat, getThreat, listAllThreats } from '@signet/contract/threats/threats'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'

const world = useWorld()

type Body = BodyOf<typeof assignThreats>
const assign = (user: TestUser, ids: readonly string[], assignee: string | null, more: object = {}) =>
  send(user, assignThreats, { body: { company: user.company.key, selection: { ids }, assignee, ...more } })

async function createFixture() {
  const company = await newCompany()
  const [client, colleague] = [await newUser('client', company), await newUser('client', company)]
  const threat = await newThreat(company)
  const open = async (user = client) => {
    const params = { source: threat.source, threatId: threat.id }
    return (await send(user, getThreat, { params })).body
  }
  return { company, client, colleague, threat, open }
}

async function found(user: TestUser, assigned: string) {
  const { body } = await send(user, listAllThreats, { raw: { company: user.company.key, assigned } })
  return body.items.map(({ id }) => id)
}

async function bellOf(user: TestUser): Promise<{ title: string; href: string | null }[]> {
  const { body } = await send(user, listNotifications)
  return body.items.map(({ title, href }) => ({ title, href }))
}

async function auditedOf(company: TestCompany) {
  const { rows } = await world().database.pool.query<{ before: object; after: object }>(
    `select before, after from audit where company_id = $1 and action = 'threat.assigned' order by at`,
    [company.id],
  )
  return rows
}

const mailsTo = async (user: TestUser) =>
  (
    await world().database.pool.query<{ subject: string; text: string }>(
      'select subject, text from mails where to_address = $1',
      [user.email.toLowerCase()],
    )
  ).rows

describe('assigning a threat', () => {
  test('shows the assignee in the list and the record, and records it in the history', async () => {
    const { company, client, colleague, threat, open } = await createFixture()
    expect((await open()).assignedTo).toBeUndefined()
    expect((await assign(client, [threat.id], colleague.id)).body).toEqual({ done: [threat.id], failed: [] })
    const detail = await open()
    expect(detail.assignedTo).toEqual({ id: colleague.id, name: colleague.name, isActive: true })
    expect(detail.history.at(-1)).toMatchObject({
      action: 'threat.assigned',
      text: 'Assignee changed',
      remark: `Assigned to ${colleague.name}`,
      by: client.name,
    })
    const { body } = await send(client, listAllThreats)
    expect(body.items[0]?.assignedTo?.id).toBe(colleague.id)
    expect(await auditedOf(company)).toMatchObject([
      { before: { assignee: null }, after: { assignee: colleague.name } },
    ])
    const decided = await send(client, decideThreat, {
      params: { source: threat.source, threatId: threat.id },
      body: { action: 'whitelist', version: detail.version },
    })
    expect(decided.body.assignedTo?.id).toBe(colleague.id)
  })

  test('notifies the assignee once, and no one of their own act', async () => {
    const { client, colleague, threat } = await createFixture()
    await assign(client, [threat.id], client.id)
    expect(await bellOf(client)).toEqual([])
    for (let attempt = 1; attempt <= 2; attempt += 1) await assign(client, [threat.id], colleague.id)
    expect(await bellOf(colleague)).toEqual([
      { title: `${client.name} assigned “${threat.title}” to you`, href: `/threats/Domain?id=${threat.id}` },
    ])
    expect(await bellOf(client)).toEqual([])
  })

  test('sends an email only to a user who wants emails', async () => {
    const { client, colleague, threat } = await createFixture()
    await assign(client, [threat.id], colleague.id)
    expect(await mailsTo(colleague)).toEqual([])
    await assign(client, [threat.id], null)
    await send(colleague, putPreferences, { body: { mail: 'weekly', severities: ['Low'], sources: [] } })
    await assign(client, [threat.id], colleague.id)
    const [mail, ...more] = await mailsTo(colleague)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`${client.name} assigned “${threat.title}” to you`)
    expect(mail?.text).toContain(`/threats/Domain?id=${threat.id}`)
  })

  test('made twice at the same moment changes it once', async () => {
    const { company, client, colleague, threat } = await createFixture()
    const answers = await Promise.all([1, 2, 3].map(() => assign(client, [threat.id], colleague.id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await auditedOf(company)).toHaveLength(1)
    expect(await bellOf(colleague)).toHaveLength(1)
  })

  test('to no one ends the assignment', async () => {
    const { company, client, colleague, threat, open } = await createFixture()
    await assign(client, [threat.id], colleague.id)
    await assign(client, [threat.id], null)
    await assign(client, [threat.id], null)
    const { assignedTo, history } = await open()
    expect(assignedTo).toBeUndefined()
    expect(history.at(-1)?.remark).toBe('Unassigned')
    expect(await auditedOf(company)).toHaveLength(2)
  })

  test('is for users who decide on threats', async () => {
    const { company, client, threat } = await createFixture()
    for (const role of ['clientPeeker', 'adminPeeker', 'qa'] as const)
      expect((await assign(await newUser(role, company), [threat.id], client.id)).status, role).toBe(403)
  })
})

describe('several threats', () => {
  test('are assigned at once with one notification, and the rest is named', async () => {
    const { company, client, colleague, threat } = await createFixture()
    const second = await newThreat(company)
    const [hidden, foreign] = [await newThreat(company, { stage: 'queued' }), await newThreat(await newCompany())]
    const answer = await assign(client, [threat.id, second.id, hidden.id, foreign.id], colleague.id)
    expect(answer.body.done.toSorted()).toEqual([threat.id, second.id].toSorted())
    expect(answer.body.failed.toSorted()).toEqual([hidden.id, foreign.id].toSorted())
    expect(await bellOf(colleague)).toEqual([
      { title: `${client.name} assigned 2 threats to you`, href: '/threats/All?assigned=me' },
    ])
  })

  test('of a filter are assigned, unless it finds others than the user saw', async () => {
    const { company, client, colleague, threat } = await createFixture()
    const second = await newThreat(company)
    const filter = { status: 'open', showAutomaticallyFiltered: 'false' }
    const all = (expectedCount: number, except: string[] = []) =>
      ({ filter, except, expectedCount }) as unknown as Body['selection']
    const by = (selection: Body['selection']) => assign(client, [], colleague.id, { selection })
    expect(await by(all(9))).toMatchObject(refusal('SELECTION_MOVED'))
    expect((await by(all(1, [second.id]))).body.done).toEqual([threat.id])
    expect((await by(all(2))).body.done).toHaveLength(2)
    expect(await bellOf(colleague)).toHaveLength(2)
  })

  test('are filtered by assignee: me, anyone and nobody', async () => {
    const { company, client, colleague, threat } = await createFixture()
    const [second, third] = [await newThreat(company), await newThreat(company)]
    await assign(client, [threat.id], client.id)
    await assign(client, [second.id], colleague.id)
    expect(await found(client, 'me')).toEqual([threat.id])
    expect(await found(colleague, 'me')).toEqual([second.id])
    expect((await found(client, 'anyone')).toSorted()).toEqual([threat.id, second.id].toSorted())
    expect(await found(client, 'nobody')).toEqual([third.id])
  })
})

describe('the assignee of a threat', () => {
  test('is someone who works for the company and can act on its threats', async () => {
    const { company, client, threat } = await createFixture()
    const other = await newCompany()
    const [staff, shared, superAdmin] = [
      await newUser('subAdmin', company),
      await newUser('admin', other, [company]),
      await newUser('superAdmin', other),
    ]
    for (const { id } of [staff, shared]) expect((await assign(client, [threat.id], id)).status).toBe(200)
    const strangers = [(await newUser('client', other)).id, superAdmin.id, '00000000-0000-4000-8000-000000000000']
    for (const id of strangers)
      expect(await assign(client, [threat.id], id)).toMatchObject(refusal('ASSIGNEE_NOT_FOUND', 'body.assignee'))
    expect((await assign(staff, [threat.id], superAdmin.id)).status).toBe(200)
    const reader = await newUser('clientPeeker', company)
    expect(await assign(client, [threat.id], reader.id)).toMatchObject(refusal('ASSIGNEE_READ_ONLY', 'body.assignee'))
  })

  test('is chosen from a list of these users', async () => {
    const { company, client, colleague } = await createFixture()
    const other = await newCompany()
    const shared = await newUser('subAdmin', other, [company])
    for (const role of ['clientPeeker', 'qa', 'adminPeeker'] as const) await newUser(role, company)
    await newUser('client', other)
    const { body } = await send(client, listAssignees)
    expect(new Set(body.map(({ id }) => id))).toEqual(new Set([client.id, colleague.id, shared.id]))
    expect(body.find(({ id }) => id === shared.id)?.isStaff).toBe(true)
    const takedowns = await send(shared, listAssignees, { raw: { company: company.key, kind: 'takedown' } })
    const ofCompany = takedowns.body.filter(({ id }) => [client.id, colleague.id, shared.id].includes(id))
    expect(ofCompany.map(({ id }) => id)).toEqual([shared.id])
  })

  test.each([
    ['is disabled', 'update users set is_active = false where id = $1'],
    ['is read-only from then on', `update users set role = 'clientPeeker' where id = $1`],
  ])('who %s is shown as unable to work on it, and the threat can be assigned to someone else', async (_, change) => {
    const { client, colleague, threat, open } = await createFixture()
    await assign(client, [threat.id], colleague.id)
    await world().database.pool.query(change, [colleague.id])
    expect((await open()).assignedTo).toEqual({ id: colleague.id, name: colleague.name, isActive: false })
    expect((await assign(client, [threat.id], client.id)).status).toBe(200)
    expect((await open()).assignedTo).toEqual({ id: client.id, name: client.name, isActive: true })
  })

  test('of another company is not read with the threats of one', async () => {
    const { client, threat } = await createFixture()
    const stranger = await newUser('client', await newCompany())
    await assign(client, [threat.id], client.id)
    expect((await assign(stranger, [threat.id], stranger.id)).body).toEqual({ done: [], failed: [threat.id] })
    expect(await found(stranger, 'anyone')).toEqual([])
  })
})
