import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeUrlhaus } from '../../../test/providers/fake-abuse-ch.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'

const credentials = { key: 'abuse-ch-secret' }

collectSuite('urlhaus', { fake: fakeUrlhaus, credentials, isUnpaged: true, hasNoTerms: true })

test('reads what an address is listed for', async () => {
  const { observations } = await collected('urlhaus', {
    fake: fakeUrlhaus,
    credentials,
    listings: () => [listing({ name: 'HarbourBank', link: 'https://files.example/harbour.apk' })],
  })
  expect(observations).toMatchObject([
    {
      id: '1',
      at: '2026-10-01T08:00:00.000Z',
      url: 'https://files.example/harbour.apk',
      text: 'malware_download HarbourBank apk',
      fields: { host: 'files.example', urlSource: 'URLhaus', urlStatus: 'online' },
    },
  ])
})

test.each([
  [200, { query_status: 'unknown_auth_key' }, 'API_KEY_REFUSED'],
  [403, { error: 'Forbidden' }, 'API_KEY_REFUSED'],
  [200, { query_status: 'invalid_limit' }, 'API_CALL_REFUSED'],
])('an answer with status %i and %o is %s', async (status, body, reason) => {
  const fake: FakeProvider = () => ({ status, body })
  await expect(collected('urlhaus', { fake, credentials })).rejects.toMatchObject({ reason })
})
