import { expect, test } from 'vitest'
import { listNotifications } from '@signet/contract/messages/notifications'
import { assignAnalyses, assignTakedowns } from '@signet/contract/requests/assignments'
import { getDeeperAnalysis, listDeeperAnalyses } from '@signet/contract/requests/deeper-analyses'
import { getTakedown, listTakedowns } from '@signet/contract/takedowns/takedowns'
import { decideThreat, type Decision } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, refusal, send, useWorld, type TestUser } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture(action: Decision) {
  const company = await newCompany()
  const [client, staff, colleague] = [
    await newUser('client', company),
    await newUser('admin', company),
    await newUser('subAdmin', company),
  ]
  const threat = await newThreat(company)
  const params = { source: threat.source, threatId: threat.id }
  const { body } = await send(client, decideThreat, { params, body: { action, version: 1 } })
  const id = (action === 'takedown' ? body.takedown : body.deeperAnalysis)?.id ?? ''
  return { company, client, staff, colleague, threat, id }
}

const bellOf = async (user: TestUser) =>
  (await send(user, listNotifications)).body.items.map(({ title }) => title).filter((title) => title.includes('to you'))

test('a takedown is assigned once to a colleague, who is notified and finds it', async () => {
  const { company, client, staff, colleague, threat, id } = await createFixture('takedown')
  const assign = (user: TestUser, assignee: string | null) =>
    send(user, assignTakedowns, { body: { company: company.key, ids: [id], assignee } })
  const answers = await Promise.all([1, 2].map(() => assign(staff, colleague.id)))
  expect(answers.map(({ body }) => body)).toEqual([1, 2].map(() => ({ done: [id], failed: [] })))
  expect(await bellOf(colleague)).toEqual([`${staff.name} assigned the takedown of “${threat.title}” to you`])
  const { body } = await send(client, getTakedown, { params: { takedownId: id } })
  expect(body.assignedTo).toEqual({ id: colleague.id, name: colleague.name, isActive: true })
  expect(body.events.at(-1)).toMatchObject({ text: 'Assignee changed', remark: `Assigned to ${colleague.name}` })
  const found = async (user: TestUser, assigned: string) =>
    (await send(user, listTakedowns, { raw: { company: company.key, assigned } })).body.items.map((item) => item.id)
  expect([await found(colleague, 'me'), await found(staff, 'me')]).toEqual([[id], []])
  expect([await found(staff, 'anyone'), await found(staff, 'nobody')]).toEqual([[id], []])
  expect((await assign(client, client.id)).status).toBe(403)
  expect(await assign(staff, client.id)).toMatchObject(refusal('ASSIGNEE_READ_ONLY', 'body.assignee'))
  const stranger = await newUser('admin', await newCompany())
  expect(await assign(staff, stranger.id)).toMatchObject(refusal('ASSIGNEE_NOT_FOUND', 'body.assignee'))
  const foreign = { body: { company: stranger.company.key, ids: [id], assignee: stranger.id } }
  expect((await send(stranger, assignTakedowns, foreign)).body).toEqual({ done: [], failed: [id] })
  await world().database.pool.query('update users set is_active = false where id = $1', [colleague.id])
  const { body: after } = await send(staff, getTakedown, { params: { takedownId: id } })
  expect(after.assignedTo?.isActive).toBe(false)
  await assign(staff, null)
  expect(await found(staff, 'nobody')).toEqual([id])
})

test('a deeper analysis is assigned to someone who works on analyses', async () => {
  const { company, staff, colleague, threat, id } = await createFixture('deeperAnalysis')
  const assign = (assignee: string) =>
    send(staff, assignAnalyses, { body: { company: company.key, ids: [id], assignee } })
  expect((await assign(colleague.id)).status).toBe(200)
  expect(await bellOf(colleague)).toEqual([`${staff.name} assigned the deeper analysis of “${threat.title}” to you`])
  const { body } = await send(staff, getDeeperAnalysis, { params: { analysisId: id } })
  expect(body.assignedTo?.id).toBe(colleague.id)
  const mine = await send(colleague, listDeeperAnalyses, { raw: { company: company.key, assigned: 'me' } })
  expect(mine.body.items.map((item) => item.assignedTo?.name)).toEqual([colleague.name])
  const reader = await newUser('adminPeeker', company)
  expect(await assign(reader.id)).toMatchObject(refusal('ASSIGNEE_READ_ONLY', 'body.assignee'))
})
