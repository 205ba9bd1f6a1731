import { expect, test } from 'vitest'
import { collectSuite } from '../../../test/providers/collect-suite.ts'
import { collected, listing } from '../../../test/providers/collected.ts'
import { fakeGrayhatWarfare } from '../../../test/providers/fake-grayhat-warfare.ts'

const credentials = { key: 'grayhat-secret' }
const run = { fake: fakeGrayhatWarfare, credentials, search: { terms: ['Harbour Bank'] } }

collectSuite('grayhatWarfare', { fake: fakeGrayhatWarfare, credentials })

test('names a document by its file, and says in which storage it is', async () => {
  const { observations } = await collected('grayhatWarfare', {
    ...run,
    listings: () => [listing({ name: 'Harbour Bank customers' })],
  })
  expect(observations).toMatchObject([
    {
      kind: 'document',
      at: '2026-10-01T08:00:00.000Z',
      names: ['Harbour Bank customers.xlsx'],
      fields: { title: 'Harbour Bank customers.xlsx', docSource: 'quay-backup.s3.amazonaws.com' },
    },
  ])
})

test('reads the newest 500 files of a name that many have', async () => {
  const many = Array.from({ length: 700 }, (_, index) => listing({ id: String(index) }))
  const { observations } = await collected('grayhatWarfare', { ...run, listings: () => many, pageSize: 100 })
  expect(observations).toHaveLength(500)
})
