import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected } from '../../../test/providers/collected.ts'
import { fakeOpenPhish } from '../../../test/providers/fake-open-phish.ts'
import type { FakeProvider } from '../../../test/providers/fake-provider.ts'

collectSuite('openPhish', { fake: fakeOpenPhish, isUnpaged: true, hasNoTerms: true })

test('reads each address of the list once, without the blanks around it', async () => {
  const body =
    'https://login.example/harbour\r\n\n  http://login.example/b \nhttps://login.example/harbour\nftp://a.example/\n'
  const fake: FakeProvider = () => ({ status: 200, body })
  const { observations, skipped } = await collected('openPhish', { fake })
  expect(observations).toMatchObject([
    {
      source: 'URL',
      kind: 'address',
      id: 'https://login.example/harbour',
      url: 'https://login.example/harbour',
      fields: { host: 'login.example', urlSource: 'OpenPhish' },
    },
    { id: 'http://login.example/b' },
  ])
  expect(skipped).toEqual([{ at: '5', field: 'address' }])
})
