// @vitest-environment happy-dom
import { sources } from '@signet/contract/threats/sources'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ThreatSearch } from '../../threat-search.ts'
import { OwnFieldFilters } from './own-field-filters.tsx'

function shown(search: ThreatSearch): (Partial<ThreatSearch> | undefined)[] {
  const changes: Partial<ThreatSearch>[] = []
  render(
    <OwnFieldFilters fields={sources.Instagram.fields} search={search} onChange={(change) => changes.push(change)} />,
  )
  return changes
}

function enter(label: string, value: string): void {
  const input = screen.getByLabelText(label)
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}

test('a number is filtered by its limits, a text by a part of it, and an emptied input is no condition', () => {
  const changes = shown({ fields: ['ProfileName:has:bank'] })
  enter('Followers, from', '1000')
  enter('Account created, to', '2026-03-01')
  enter('Profile name', '')
  expect(changes).toEqual([
    { fields: ['ProfileName:has:bank', 'followers:from:1000'] },
    { fields: ['ProfileName:has:bank', 'createdOn:to:2026-03-01'] },
    { fields: undefined },
  ])
})

test('a changed value replaces the condition, Enter applies it, and an unchanged one changes nothing', () => {
  const changes = shown({ fields: ['ProfileName:has:bank', 'followers:to:50'] })
  const input = screen.getByLabelText('Profile name')
  fireEvent.blur(input)
  fireEvent.change(input, { target: { value: ' card ' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(changes).toEqual([{ fields: ['followers:to:50', 'ProfileName:has:card'] }])
})
