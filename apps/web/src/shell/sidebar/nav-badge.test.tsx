// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
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

const showHealth = () =>
  showPage(() => (
    <a href="/test">
      System health <NavBadge path="/test" />
    </a>
  ))

test('System health counts the failed jobs of the installation, and shows nothing while there is none', async () => {
  let failed = 3
  const asked: string[] = []
  await signIn({ role: 'superAdmin' }, (path) => {
    asked.push(path)
    return Response.json({ items: [], total: failed, pageNumber: 1, limit: 1 })
  })
  showHealth()
  expect(await screen.findByRole('link', { name: 'System health 3 open' })).toBeTruthy()
  expect(asked).toEqual([expect.stringContaining('/diagnostics/jobs/failed?')])
  cleanup()
  failed = 0
  showHealth()
  await expect.poll(() => asked).toHaveLength(2)
  expect(await screen.findByRole('link', { name: 'System health' })).toBeTruthy()
})
