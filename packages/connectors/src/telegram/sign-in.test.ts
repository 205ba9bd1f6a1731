import { readStringSession } from '@mtcute/core/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProviders, type FakeProviders } from '../../test/providers/fake-provider.ts'
import { fakeTelegramUser, telegramPerson } from '../../test/providers/fake-telegram-user.ts'
import { spoilExchanges, trustFakeTelegram } from '../../test/telegram/key-exchange.ts'
import { telegramUser } from '../collect/providers/telegram-user.ts'
import { signInToTelegram } from './sign-in.ts'

let providers: FakeProviders
beforeAll(async () => {
  trustFakeTelegram()
  providers = await startFakeProviders({ telegramUser: fakeTelegramUser })
})
afterAll(() => providers.close())

const accessOf = (credentials: { apiId?: string; session?: string }) => ({
  credentials: { apiId: '11111', ...credentials },
  base: providers.base('telegramUser'),
  allowAddress: [providers.server.address],
})

function signIn(entered: Partial<typeof telegramPerson> = {}) {
  const { apiHash, phone, code, password } = { ...telegramPerson, ...entered }
  const answers = { phone, code, password }
  const asked: string[] = []
  const ask = (name: keyof typeof answers) => () => {
    asked.push(name)
    return Promise.resolve(answers[name])
  }
  const done = signInToTelegram(accessOf({}), apiHash, {
    phone: ask('phone'),
    code: ask('code'),
    password: ask('password'),
  })
  return { done, asked }
}

test('a person signs in with a key of its own, and the session works for the connector', async () => {
  const { done, asked } = signIn()
  const { session, account } = await done
  expect(account).toBe('@signet_watch')
  expect(asked).toEqual(['phone', 'code'])
  const access = { ...accessOf({ session }), before: () => Promise.resolve() }
  expect(await telegramUser.check(access)).toBe('@signet_watch')
})

test('an account with two-step verification is asked for its password, which is never sent', async () => {
  const { done, asked } = signIn({ phone: telegramPerson.lockedPhone })
  expect((await done).account).toBe('@signet_watch')
  expect(asked).toEqual(['phone', 'code', 'password'])
})

test('an account at another data centre signs in there, with another key', async () => {
  const { done, asked } = signIn({ phone: telegramPerson.distantPhone })
  const { session } = await done
  expect(asked).toEqual(['phone', 'code'])
  expect(readStringSession(session).primaryDcs.main.id).toBe(4)
  const access = { ...accessOf({ session }), before: () => Promise.resolve() }
  expect(await telegramUser.check(access)).toBe('@signet_watch')
})

test('a key that the two sides do not agree on is exchanged again, without another question', async () => {
  spoilExchanges(2)
  const { done, asked } = signIn()
  expect((await done).account).toBe('@signet_watch')
  expect(asked).toEqual(['phone', 'code'])
})

test.each([
  [{ apiHash: 'f'.repeat(32) }, 'API_KEY_REFUSED', 'API_ID_INVALID'],
  [{ phone: '+447700900125' }, 'API_CALL_REFUSED', 'PHONE_NUMBER_INVALID'],
  [{ code: '1' }, 'API_CALL_REFUSED', 'PHONE_CODE_INVALID'],
  [{ phone: telegramPerson.lockedPhone, password: 'wrong' }, 'API_CALL_REFUSED', 'PASSWORD_HASH_INVALID'],
])('says what Telegram answered: %j', async (entered, reason, reply) => {
  await expect(signIn(entered).done).rejects.toMatchObject({ reason, parameters: { reply } })
})
