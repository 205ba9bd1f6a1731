import { startFakeProviders, type FakeProviders } from '@signet/connectors/test/providers/fake-provider'
import { fakeTelegramUser, telegramPerson } from '@signet/connectors/test/providers/fake-telegram-user'
import { trustFakeTelegram } from '@signet/connectors/test/telegram/key-exchange'
import { sentenceOf } from '@signet/server/errors/sentences'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines, runHere } from '../../test/signet-process.ts'

let providers: FakeProviders
beforeAll(async () => {
  trustFakeTelegram()
  providers = await startFakeProviders({ telegramUser: fakeTelegramUser })
})
afterAll(() => providers.close())

const { apiHash, phone, lockedPhone, code, password } = telegramPerson

const signIn = (answers: readonly string[], args = ['--api-id', '11111']) =>
  runHere(['telegram', 'sign-in', ...args], {
    input: answers.map((answer) => `${answer}\n`).join(''),
    env: { SIGNET_CONNECTORS_URL: providers.server.url(''), SIGNET_FEED_ALLOW: providers.server.address },
  })

test('prints the session of a person once, and asks on standard error', async () => {
  const ended = await signIn([apiHash, phone, code])
  expect(ended.code).toBe(0)
  const printed = jsonLines(ended)
  expect(printed).toEqual([{ account: '@signet_watch', session: expect.stringMatching(/^[\w-]{300,}$/) }])
  expect(ended.stderr.split('\n').filter(Boolean)).toEqual([
    'API hash of the app:',
    'Phone number with its country, e.g. +447700900123:',
    'Code that Telegram sent:',
  ])
  for (const secret of [apiHash, String(printed[0]?.['session'])]) expect(ended.stderr).not.toContain(secret)
})

test('asks for the password of two-step verification only if there is one', async () => {
  const ended = await signIn([apiHash, lockedPhone, code, password])
  expect(ended.code).toBe(0)
  expect(ended.stderr).toContain('Password of two-step verification:')
  expect(ended.stderr).not.toContain(password)
})

test('fails with what Telegram answered', async () => {
  const ended = await signIn([apiHash, phone, '1'])
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  const sentence = sentenceOf('API_CALL_REFUSED', { host: providers.server.address, reply: 'PHONE_CODE_INVALID' })
  expect(ended.stderr).toContain(sentence)
})

test('needs the number of an app, and all answers', async () => {
  expect(await signIn([], [])).toMatchObject({ code: 2, stdout: '' })
  expect(await signIn([], ['--api-id', 'harbour'])).toMatchObject({ code: 2, stdout: '' })
  const ended = await signIn([apiHash, phone])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toContain(sentenceOf('SIGN_IN_ANSWER_MISSING', { answer: 'code' }))
})
