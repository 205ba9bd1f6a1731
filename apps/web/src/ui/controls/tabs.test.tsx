// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { Tabs } from './tabs.tsx'

test('a tab says how many items it has, also if it has none', () => {
  const tabs = [
    { key: 'one', label: 'One' },
    { key: 'some', label: 'Some', count: 3 },
    { key: 'none', label: 'None', count: 0 },
  ] as const
  show(
    <Tabs label="Parts" tabs={tabs} current="one" onChange={() => undefined}>
      Content
    </Tabs>,
  )
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['One', 'Some 3', 'None 0'])
})
