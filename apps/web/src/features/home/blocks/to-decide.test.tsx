// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { ToDecide } from './to-decide.tsx'

const threat = {
  id: '1',
  source: 'Domain',
  title: 'meridianbank-cards.example',
  severity: 'Critical',
  status: 'open',
  version: 1,
  threatType: 'Phishing',
  reasons: ['Asks for secrets'],
  firstSeen: '2026-11-01T00:00:00Z',
}

test.each([
  ['clientPeeker', 'below its name, which has the whole row'],
  ['client', 'in a column before the buttons'],
] as const)('for a %s, the age of a threat is %s', async (role, _place) => {
  await signIn({ role }, (path) => Response.json(path.includes('getRecent') ? [threat] : { items: [], total: 0 }))
  showPage(() => <ToDecide company="bank" rangeDays={30} openCount={1} />)
  const name = await screen.findByRole('link', { name: /meridianbank-cards/ })
  const words = name.parentElement
  expect(words?.querySelectorAll('time')).toHaveLength(role === 'client' ? 0 : 1)
  expect(words?.closest('li')?.querySelectorAll('time')).toHaveLength(1)
})

test('a row names whole reasons as far as there is room, and counts the others', async () => {
  const reasons = ['Brand as a separate word', 'Distinctive brand name', 'Password field']
  await signIn({ role: 'client' }, (path) =>
    Response.json(path.includes('getRecent') ? [{ ...threat, reasons }] : { items: [], total: 0 }),
  )
  showPage(() => <ToDecide company="bank" rangeDays={30} openCount={1} />)
  expect((await screen.findByTitle(reasons.join(', '))).textContent).toBe('Brand as a separate word+2')
})
