import { tipAgeMinMs } from '@signet/contract/collection/tips'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { sendTip, type TipFields } from './tips.api.ts'

const fields: TipFields = {
  address: 'https://evil.example',
  platform: '',
  handle: '',
  phone: '',
  text: '',
  email: '',
  website: '',
}
let sent: { challenge: string | null; body: FormData; atMs: number }[] = []
let opened = 0
/** The reasons of the first refusals. */
let refusals: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  sent = []
  opened = 0
  refusals = []
  vi.stubGlobal('fetch', (_: string, { method, headers, body }: RequestInit = {}) => {
    if (method !== 'POST') {
      opened += 1
      return Promise.resolve(Response.json({ company: 'Bank', intro: { en: '', de: '' }, challenge: `form ${opened}` }))
    }
    sent.push({ challenge: new Headers(headers).get('x-signet-challenge'), body: body as FormData, atMs: Date.now() })
    const reason = refusals.shift()
    const refused = { code: 'BAD_REQUEST', reason, parameters: {}, message: 'refused' }
    return Promise.resolve(reason ? Response.json(refused, { status: 400 }) : Response.json({ code: 'AAAA' }))
  })
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a report is sent once, after the time that a person takes, with what was entered', async () => {
  const startedAt = Date.now()
  const code = sendTip('bank', fields, null)
  await vi.advanceTimersByTimeAsync(tipAgeMinMs)
  expect(await code).toBe('AAAA')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.challenge).toBe('form 1')
  expect([...(sent[0]?.body.entries() ?? [])]).toEqual([['address', 'https://evil.example']])
  expect((sent[0]?.atMs ?? 0) - startedAt).toBeGreaterThanOrEqual(tipAgeMinMs)
})

test('a form that has expired is renewed, and the report sent with it', async () => {
  refusals = ['TIP_FORM_EXPIRED']
  const code = sendTip('bank', fields, null)
  await vi.advanceTimersByTimeAsync(2 * tipAgeMinMs)
  expect(await code).toBe('AAAA')
  expect(sent.map(({ challenge }) => challenge)).toEqual(['form 1', 'form 2'])
})

test('a refused value is not sent again', async () => {
  refusals = ['NOT_A_MAIL_ADDRESS']
  const code = sendTip('bank', { ...fields, email: 'nobody' }, null)
  const refused = expect(code).rejects.toMatchObject({ reason: 'NOT_A_MAIL_ADDRESS' })
  await vi.advanceTimersByTimeAsync(tipAgeMinMs)
  await refused
  expect(sent).toHaveLength(1)
})
