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
  reasonCount: 1,
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

async function lineOf(changes: Partial<typeof threat> & { unicode_name?: string }) {
  await signIn({ role: 'client' }, (path) =>
    Response.json(path.includes('getRecent') ? [{ ...threat, ...changes }] : { items: [], total: 0 }),
  )
  showPage(() => <ToDecide company="bank" rangeDays={30} openCount={1} />)
  const link = await screen.findByRole('link', { name: /meridian/ })
  return link.closest('li')?.querySelector('small > span')
}

test('a row says where a threat is and the first reason for it, however long, and counts the others', async () => {
  const reasons = [
    'A reason of our own that is longer than the row has room for',
    'Distinctive brand name',
    'Password field',
  ]
  const line = await lineOf({ reasons, reasonCount: 5 })
  expect(line?.textContent).toBe(`Domain · ${reasons[0]} +4`)
  expect(line?.getAttribute('title')).toBe(`Domain · ${reasons.join(' · ')}`)
})

test('a row without reasons says the type of the threat, and counts nothing', async () => {
  expect((await lineOf({ reasons: [], reasonCount: 0 }))?.textContent).toBe('Domain · Phishing')
})

test('a row says the registered name of a look-alike, and the first reason still', async () => {
  const line = await lineOf({ title: 'xn--meridianbank-cards-3ld.example', unicode_name: 'meridianbänk-cards.example' })
  expect(line?.textContent).toBe('xn--meridianbank-cards-3ld[.]example · Asks for secrets')
})

test('Open queue leads to all open threats in the order of the rows: by severity, the most severe first', async () => {
  await signIn({ role: 'client' }, (path) =>
    Response.json(path.includes('getRecent') ? [threat] : { items: [], total: 0 }),
  )
  showPage(() => <ToDecide company="bank" rangeDays={30} openCount={1} />)
  const link = await screen.findByRole('link', { name: 'Open queue' })
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://portal')
  // A list that is sorted by severity begins with the most severe.
  expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/threats/All', { status: 'open', sort: 'severity' }])
})
