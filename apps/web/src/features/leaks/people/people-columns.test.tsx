// @vitest-environment happy-dom
import type { Person } from '@signet/contract/companies/watched-people'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../../../test/show.tsx'
import { peopleSortingOf } from './people.api.ts'
import { peopleColumns, phoneColumns } from './people-columns.tsx'

const person: Person = {
  id: 'p',
  name: 'Carmen Aubert',
  title: 'General counsel',
  emails: ['c@x.test'],
  handles: [],
  leaks: 15,
  withPassword: 12,
  lastLeak: '2026-11-29T08:00:00Z',
  kinds: [
    { leakType: 'stealerLogs', leakTypeLabel: 'Stealer logs', count: 9 },
    { leakType: 'comboLists', leakTypeLabel: 'Combo lists', count: 6 },
  ],
  isDemo: false,
}

const textsShown = async (columns: ReturnType<typeof phoneColumns>) => {
  showPage(() =>
    columns.map(({ key, render }) => (
      <div key={key} data-testid="cell">
        {render(person)}
      </div>
    )),
  )
  return (await screen.findAllByTestId('cell')).map((cell) => cell.textContent)
}

test('a row says how many leaks of which type, and how many with a password', async () => {
  const texts = await textsShown(peopleColumns(false))
  expect(texts.slice(0, 4)).toEqual(['Carmen AubertGeneral counsel', '15', '12', 'Stealer logs: 9Combo lists: 6'])
})

test('on phones, the role is below the name, and the figures say what they are without a header of their own', async () => {
  const [name, leaks] = await textsShown(phoneColumns())
  expect(name).toBe('Carmen AubertGeneral counsel')
  expect(leaks).toMatch(/^12 of 15 leaksNewest: /)
})

test('those with most passwords come first', () => {
  expect(peopleSortingOf({})).toEqual({ by: 'withPassword', direction: 'desc' })
})
