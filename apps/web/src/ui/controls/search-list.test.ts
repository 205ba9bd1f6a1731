import { expect, test } from 'vitest'
import { matchItems } from './search-list.tsx'

const items = ['Home', 'Threats', 'Northwind Threat Desk', 'Takedowns'].map((label) => ({ key: label, label }))
const found = (typed: string) => matchItems(items, typed).map(({ label }) => label)

test('every typed word must occur, in any order and case', () => {
  expect(found('desk north')).toEqual(['Northwind Threat Desk'])
  expect(found('nothing')).toEqual([])
  expect(found('')).toHaveLength(4)
})

test('matches at the start come first', () => {
  expect(found('threat')).toEqual(['Threats', 'Northwind Threat Desk'])
})
