import { expect, test } from 'vitest'
import { validateLogsSearch } from './logs-search.ts'

test('only codes of answers are kept, and only methods there are', () => {
  expect(validateLogsSearch({ status: '200,999,abc,404', method: 'GET,FETCH' })).toMatchObject({
    status: ['200', '404'],
    method: ['GET'],
  })
})

test('the requests of any time, first page, are what an address without parameters means', () => {
  const first = validateLogsSearch({ tab: 'requests', page: '1', result: 'perhaps' })
  expect(Object.values(first).filter((value) => value !== undefined)).toEqual([])
})
