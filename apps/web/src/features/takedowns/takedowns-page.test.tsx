// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { validateTakedownSearch } from './takedown-search.ts'
import { TakedownsPage } from './takedowns-page.tsx'

test.each([
  ['/', 'takedowns that run', true],
  ['/?view=removed', 'removed takedowns, whose column says how long they took', false],
])('the list at %s of %s is sorted by the target time: %s', async (address, _, isSorted) => {
  const none = { items: [], total: 3, pageNumber: 1, limit: 100 }
  await signIn({ role: 'client' }, (path) => Response.json(path.includes('limit=') ? none : []))
  showPage(() => <TakedownsPage />, { address, validateSearch: validateTakedownSearch })
  const header = await screen.findByRole('columnheader', { name: /^Target time/ })
  expect(within(header).queryByRole('button') !== null).toBe(isSorted)
})

test.each([
  ['/', 'Overdue first'],
  ['/?due=overdue', 'Overdue first'],
  ['/?due=dueSoon', 'Soonest first'],
])('the list at %s is described as it is sorted: %s', async (address, order) => {
  const none = { items: [], total: 3, pageNumber: 1, limit: 100 }
  await signIn({ role: 'client' }, (path) => Response.json(path.includes('limit=') ? none : []))
  showPage(() => <TakedownsPage />, { address, validateSearch: validateTakedownSearch })
  expect(await screen.findByText(/first$/)).toHaveProperty('textContent', order)
})
