// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { NavBadge } from './nav-badge.tsx'

test.each([
  ['client', '1 waiting for you'],
  ['admin', '1 open'],
] as const)('for a %s, the number next to Add Request says what it counts', async (role, text) => {
  await signIn({ role, adminCompanies: ['bank'] }, () => Response.json({ items: [], total: 1 }))
  showPage(() => (
    <a href="/addRequest">
      Add Request <NavBadge path="/addRequest" />
    </a>
  ))
  expect(await screen.findByTitle(text)).toBeTruthy()
  const name = role === 'client' ? 'Add Request 1 waiting for you' : 'Add Request 1 open'
  expect(screen.getByRole('link', { name })).toBeTruthy()
})
