import { expect, test, vi } from 'vitest'
import { bulkFailureText, correctionOf, reviewMany } from './review-steps.ts'

const threat = { severity: 'High', threatType: 'Phishing site' } as const

test('a draft that equals the threat sends no corrections', () => {
  expect(correctionOf(threat, {})).toBeNull()
  expect(correctionOf(threat, { severity: 'High', threatType: 'Phishing site', note: 'seen' })).toBeNull()
})

test('only changed values are sent as corrections', () => {
  expect(correctionOf(threat, { severity: 'Critical', threatType: 'Phishing site' })).toEqual({ severity: 'Critical' })
  expect(correctionOf(threat, { threatType: 'Parked look-alike' })).toEqual({ threatType: 'Parked look-alike' })
})

test('every code a bulk step can fail with has a text', () => {
  for (const code of ['CONFLICT', 'NOT_FOUND', 'REMARK_NEEDED', 'OWN_REQUEST', 'SOMETHING_NEW']) {
    expect(bulkFailureText(code)).toMatch(/\.$/)
  }
})

test('a step on many records is sent in parts, and what a failed part leaves is named', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => String(index))
  const sent: string[][] = []
  vi.stubGlobal('fetch', (_path: string, { body: text }: { body: string }) => {
    const body: { ids: string[] } = JSON.parse(text)
    sent.push(body.ids)
    if (sent.length === 2) return Promise.resolve(Response.json({ code: 'CONFLICT', message: 'No' }, { status: 409 }))
    const done = body.ids.slice(1)
    const versions = Object.fromEntries(done.map((id) => [id, 2]))
    return Promise.resolve(Response.json({ done, versions, failed: [{ id: body.ids[0], code: 'CLAIMED' }] }))
  })
  const { done, versions, failed } = await reviewMany('bank', 'threat', ids, 'publish')
  expect(sent.map((part) => part.length)).toEqual([200, 200])
  expect(done).toHaveLength(199)
  expect(Object.keys(versions)).toEqual(done)
  expect(failed).toHaveLength(251)
  expect(failed[0]).toEqual({ id: '0', code: 'CLAIMED' })
  vi.unstubAllGlobals()
})

test('each part is sent with the versions of its own records', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => String(index))
  const sent: Record<string, number>[] = []
  vi.stubGlobal('fetch', (_path: string, { body: text }: { body: string }) => {
    const body: { ids: string[]; versions: Record<string, number> } = JSON.parse(text)
    sent.push(body.versions)
    return Promise.resolve(Response.json({ done: body.ids, versions: {}, failed: [] }))
  })
  await reviewMany('bank', 'threat', ids, 'recall', { versions: Object.fromEntries(ids.map((id) => [id, 4])) })
  expect(sent.map((versions) => Object.keys(versions).length)).toEqual([200, 1])
  expect(sent[1]).toEqual({ '200': 4 })
  vi.unstubAllGlobals()
})
