import { expect, test } from 'vitest'
import { validateLogsSearch } from './logs-search.ts'

test('only valid status codes and methods are accepted', () => {
  expect(validateLogsSearch({ status: '200,999,abc,404', method: 'GET,FETCH' })).toMatchObject({
    status: ['200', '404'],
    method: ['GET'],
  })
})

test('an address without parameters shows the first page of all requests', () => {
  const first = validateLogsSearch({ tab: 'requests', page: '1', result: 'perhaps' })
  expect(Object.values(first).filter((value) => value !== undefined)).toEqual([])
})
