import { expect, test } from 'vitest'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { standingText, waitingText } from './takedown-words.ts'

test.each<[Takedown['status'], Takedown['waitingFor'], string | null]>([
  ['authorised', 'team', 'Authorised. Waiting for Signet'],
  ['reopened', 'team', 'Reopened. Waiting for Signet'],
  ['offline_monitoring', 'team', 'Offline, watched'],
  ['withdrawn', null, null],
  ['resolved', null, null],
])('below the steps of a case that is %s, only what they do not say is shown', (status, waitingFor, expected) => {
  expect(standingText({ status, waitingFor }, false)).toBe(expected)
})

test('a case without a further contact says who has to find one, on its page', () => {
  const row = { status: 'submitted', waitingFor: 'team', escalationDueAt: '2026-11-20T10:00:00Z' } as const
  expect(waitingText(row, false)).toBe('Waiting for Signet to find another contact')
  expect(standingText(row, false)).toBe('Waiting for Signet')
  expect(waitingText(row, true)).toBe('Waiting for our team to find another contact')
  expect(standingText(row, true)).toBe('Waiting for our team')
})

test('a case that waits for an authorisation says whose, in the list', () => {
  const row = { status: 'awaiting_authorisation', waitingFor: 'client' } as const
  expect(standingText(row, false)).toBe('Awaiting your authorisation')
  expect(standingText(row, true)).toBe('Waiting for the client')
})
