import { describe, expect, test } from 'vitest'
import { originalOf } from '@signet/contract/threats/file-types'
import { addTakedownFile } from '@signet/contract/threats/files'
import { moveTakedown, reopenTakedown } from '@signet/contract/takedowns/takedown-work'
import { takedownFlow, type TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, tinyPng, useWorld } from '../../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const threat = await newThreat(company)
  const decided = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const params = { takedownId: decided.body.takedown?.id as string }
  const reopen = (version: number, reason = 'the page is back') =>
    send(client, reopenTakedown, { params, body: { reason, version } })
  const put = (status: TakedownStatus) =>
    world().database.pool.query('update takedowns set status = $2 where id = $1', [params.takedownId, status])
  return { company, client, staff, params, reopen, put }
}

describe('opening a takedown again', () => {
  test.each(Object.entries(takedownFlow))('from %s follows the flow', async (status, next: readonly string[]) => {
    const { reopen, put } = await createFixture()
    await put(status as TakedownStatus)
    const answer = await reopen(1)
    if (next.includes('reopened'))
      expect(answer).toMatchObject({ status: 200, body: { status: 'reopened', version: 2 } })
    else expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('keeps the reason, and counts only what had been down as a relapse', async () => {
    const { client, params, reopen, put, staff } = await createFixture()
    await put('unsuccessful')
    expect((await reopen(1)).body.relapses).toBe(0)
    await put('resolved')
    const { body } = await reopen(2, 'same page, new host')
    expect(body.relapses).toBe(1)
    expect(body.events.at(-1)).toMatchObject({ text: 'Reopened', remark: 'same page, new host' })
    await send(staff, moveTakedown, { params, body: { status: 'submitted', note: 'sent by post', version: 3 } })
    expect((await send(client, getTakedown, { params })).body.relapses).toBe(1)
  })

  test('leaves the steps that are repeated at their first time, next to the last one', async () => {
    const { client, params, reopen, staff } = await createFixture()
    const put = async (status: TakedownStatus, version: number) =>
      (await send(staff, moveTakedown, { params, body: { status, note: 'by phone', version } })).body
    const first = (await put('submitted', 1)).clocks.submittedAt
    await put('acknowledged', 2)
    await put('offline_monitoring', 3)
    await reopen(4)
    const last = (await put('submitted', 5)).clocks.submittedAt
    const { steps } = (await send(client, getTakedown, { params })).body
    expect(steps.find(({ key }) => key === 'sent')).toMatchObject({ at: first, lastAt: last })
  })

  test('without a reason, or when it has changed since it was read, is refused', async () => {
    const { reopen, put } = await createFixture()
    await put('resolved')
    expect(await reopen(1, ' ')).toMatchObject({ status: 400, body: { details: [{ path: 'body.reason' }] } })
    expect((await reopen(2)).status).toBe(409)
  })
})

describe('a file of a takedown', () => {
  test('is shown with it and can be opened by everyone who can see the case', async () => {
    const { company, client, staff, params } = await createFixture()
    const bytes = tinyPng('answer of the host')
    const added = await send(staff, addTakedownFile, { params, form: { files: [{ bytes, name: 'answer.png' }] } })
    expect(added).toMatchObject({ status: 201, body: { name: 'answer.png', type: 'image/png', size: bytes.length } })
    const { body } = await send(client, getTakedown, { params })
    expect(body.files).toMatchObject([{ id: added.body.id }])
    expect(body.events.at(-1)).toMatchObject({ action: 'takedown.fileAdded', text: 'File added' })
    expect((await world().server.inject(originalOf(body.files[0]?.href as string))).rawPayload).toEqual(bytes)
    const peeker = await newUser('clientPeeker', company)
    const seen = await send(peeker, getTakedown, { params })
    expect((await world().server.inject(seen.body.files[0]?.href as string)).statusCode).toBe(200)
  })

  test('of another company is neither taken nor shown', async () => {
    const [own, foreign] = [await createFixture(), await createFixture()]
    const answer = await send(own.staff, addTakedownFile, {
      params: foreign.params,
      form: { files: [{ bytes: tinyPng() }] },
    })
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await send(foreign.client, getTakedown, { params: foreign.params })).body.files).toEqual([])
  })
})
