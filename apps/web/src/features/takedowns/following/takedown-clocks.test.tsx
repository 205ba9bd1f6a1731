// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serverError, show, signIn } from '../../../../test/show.tsx'
import { TakedownClocks } from './takedown-clocks.tsx'

const moments = [
  { key: 'noticeSent', first: '2026-11-18T09:12:00Z', last: '2026-11-18T10:15:00Z', count: 4 },
  { key: 'offline', first: '2026-11-19T09:12:00Z', last: '2026-11-21T10:15:00Z', count: 2 },
]
const takedown = {
  timing: { moments, spans: [], waitingMs: { client: 0, team: 0, provider: 0 } },
  blockLists: [],
} as unknown as TakedownDetail

test('what happened several times names its last time in a line of its own, as short as its day allows', async () => {
  await signIn({ role: 'client' }, serverError)
  show(<TakedownClocks takedown={takedown} />)
  expect(screen.getByText('4 times, last 10:15 AM').title).toContain('18 November 2026, 10:15 AM')
  expect(screen.getByText('2 times, last 21 November 2026').title).toContain('21 November 2026, 10:15 AM')
})

test.each([
  ['client', 'Waited for Signet'],
  ['superAdmin', 'Waited for our team'],
] as const)('the time that a case waited for Signet is named so that a %s knows whose it is', async (role, label) => {
  await signIn({ role }, serverError)
  show(<TakedownClocks takedown={takedown} />)
  expect(screen.getByText(label)).toBeTruthy()
})
