import { expect, test } from 'vitest'
import { putPreferences } from '@signet/contract/access/account'
import { listMentionable } from '@signet/contract/messages/mentions'
import { listNotifications } from '@signet/contract/messages/notifications'
import { answerAnalysisQuestion, askAnalysis } from '@signet/contract/requests/analysis-work'
import { addRequest, answerRequest } from '@signet/contract/requests/requests'
import { writeOnTakedown } from '@signet/contract/takedowns/takedown-work'
import { addRemark } from '@signet/contract/threats/remarks'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, useWorld, type TestUser } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const [client, colleague, staff] = [
    await newUser('client', company),
    await newUser('clientPeeker', company),
    await newUser('admin', company),
  ]
  const stranger = await newUser('client', await newCompany())
  const threat = await newThreat(company)
  const params = { source: threat.source, threatId: threat.id }
  const remark = (text: string) => send(client, addRemark, { params, body: { kind: 'custom', text } })
  return { company, client, colleague, staff, stranger, threat, params, remark }
}

const bellOf = async (user: TestUser) =>
  (await send(user, listNotifications)).body.items
    .filter(({ title }) => title.includes('mentioned'))
    .map(({ title, href }) => ({ title, href }))

async function mailsTo(user: TestUser) {
  const { rows } = await world().database.pool.query<{ subject: string; text: string }>(
    'select subject, text from mails where to_address = $1',
    [user.email.toLowerCase()],
  )
  return rows
}

test('a remark notifies the colleague and the staff it mentions, and no one else', async () => {
  const { client, colleague, staff, stranger, threat, remark } = await createFixture()
  await remark(`@${colleague.name}, @${staff.name.toUpperCase()}: see @${stranger.name} and @${client.name}`)
  const title = `${client.name} mentioned you on “${threat.title}”`
  const href = `/threats/Domain?id=${threat.id}`
  for (const user of [colleague, staff]) expect(await bellOf(user)).toEqual([{ title, href }])
  for (const user of [stranger, client]) expect(await bellOf(user)).toEqual([])
  for (const user of [colleague, staff, stranger]) expect(await mailsTo(user)).toEqual([])
})

test('who is mentioned gets an email only by choice, with the number of the threat', async () => {
  const { client, colleague, threat, remark } = await createFixture()
  await send(colleague, putPreferences, { body: { mail: 'daily', severities: [], sources: [] } })
  await remark(`@${colleague.name} please look`)
  const [mail, ...more] = await mailsTo(colleague)
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`${client.name} mentioned you on “${threat.title}”`)
  expect(mail?.text).toContain('T-1 ·')
})

test('messages on takedowns and requests mention only who may read these', async () => {
  const { company, client, colleague, staff, params } = await createFixture()
  const { body: decided } = await send(client, decideThreat, { params, body: { action: 'takedown', version: 1 } })
  const text = `@${colleague.name} and @${staff.name}`
  const takedownId = decided.takedown?.id ?? ''
  await send(client, writeOnTakedown, { params: { takedownId }, body: { text } })
  expect(await bellOf(colleague)).toMatchObject([{ href: `/takedown/${takedownId}` }])
  const asked = { kind: 'question', subject: 'Why?', text: 'Why?' } as const
  const { body: request } = await send(client, addRequest, { body: asked })
  await send(client, answerRequest, { params: { requestId: request.id }, body: { text } })
  // Read-only users of a client don't read requests.
  expect(await bellOf(colleague)).toHaveLength(1)
  expect(await bellOf(staff)).toMatchObject([
    { href: `/addRequest/${request.id}` },
    { href: `/takedown/${takedownId}` },
  ])
  const named = async (kind: string) =>
    (await send(client, listMentionable, { params: { kind }, raw: { company: company.key } })).body.map(({ id }) => id)
  expect((await named('threat')).toSorted()).toEqual([colleague.id, staff.id].toSorted())
  expect(await named('request')).toEqual([staff.id])
})

test('questions and answers on a deeper analysis notify those they mention', async () => {
  const { client, colleague, staff, stranger, threat, params } = await createFixture()
  const body = { action: 'deeperAnalysis', version: 1 } as const
  const { body: decided } = await send(client, decideThreat, { params, body })
  const analysisId = decided.deeperAnalysis?.id ?? ''
  const href = `/deeperAnalysis/${analysisId}`
  const titleBy = ({ name }: TestUser) => `${name} mentioned you on the deeper analysis of “${threat.title}”`
  const question = { text: `@${staff.name}, @${stranger.name}: who is behind it?` }
  const { body: asked } = await send(client, askAnalysis, { params: { analysisId }, body: question })
  expect(await bellOf(staff)).toEqual([{ title: titleBy(client), href }])
  expect(await bellOf(colleague)).toEqual([])
  const answered = { params: { analysisId, questionId: asked.questions[0]?.id ?? '' } }
  await send(staff, answerAnalysisQuestion, {
    ...answered,
    body: { text: `@${colleague.name}: one group`, version: 1 },
  })
  expect(await bellOf(colleague)).toEqual([{ title: titleBy(staff), href }])
  expect(await bellOf(stranger)).toEqual([])
})
