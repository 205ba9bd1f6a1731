// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { PeoplePage } from './people-page.tsx'

const answer = (path: string) =>
  path.includes('leakDisclosures')
    ? Response.json({ shownUntil: null, items: [] })
    : Response.json({ items: [], total: 0, pageNumber: 1, limit: 50 })

test('who exported watched people is a button away', async () => {
  await signIn({ role: 'client' }, answer)
  showPage(PeoplePage, { path: '/kmp', address: '/kmp' })
  fireEvent.click(await screen.findByRole('button', { name: 'Access log' }))
  expect(await screen.findByRole('dialog', { name: 'Access log' })).toBeTruthy()
})

test('those who only read leaks are not offered the access log', async () => {
  await signIn({ role: 'clientPeeker' }, answer)
  showPage(PeoplePage, { path: '/kmp', address: '/kmp' })
  await screen.findByRole('searchbox')
  expect(screen.queryByRole('button', { name: 'Access log' })).toBeNull()
})
