// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { matchItems, SearchList } from './search-list.tsx'

const items = ['Home', 'Threats', 'Northwind Threat Desk', 'Takedowns'].map((label) => ({ key: label, label }))
const found = (typed: string) => matchItems(items, typed).map(({ label }) => label)

test('every typed word must match, in any order and case', () => {
  expect(found('desk north')).toEqual(['Northwind Threat Desk'])
  expect(found('nothing')).toEqual([])
  expect(found('')).toHaveLength(4)
})

test('matches at the start come first', () => {
  expect(found('threat')).toEqual(['Threats', 'Northwind Threat Desk'])
})

test('Enter before the items are loaded picks the first match once they are', () => {
  const picked: string[] = []
  const list = (shown: typeof items, isLoading: boolean) => (
    <SearchList
      label="Company"
      placeholder=""
      items={shown}
      empty="None"
      isLoading={isLoading}
      onPick={({ label }) => picked.push(label)}
    />
  )
  const { rerender } = render(list([], true))
  const field = screen.getByRole('combobox')
  fireEvent.change(field, { target: { value: 'take' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(picked).toEqual([])
  rerender(list(items, false))
  expect(picked).toEqual(['Takedowns'])
})
