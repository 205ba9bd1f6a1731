import { expect, test } from 'vitest'
import { validateThreatSearch } from './threat-search.ts'
import { pageQuery } from './threats.api.ts'

test('the address of the queue that Home opens asks for open threats, the most severe first', () => {
  const search = validateThreatSearch({ status: 'open', sort: 'severity' })
  expect(pageQuery('bank', 'All', search, 1, 100)).toMatchObject({
    status: ['open'],
    sortField: 'severity',
    sortDirection: 'desc',
  })
})
