import { expect, test } from 'vitest'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { standingText, waitingText } from './takedown-words.ts'

test.each<[Takedown['status'], Takedown['waitingFor'], string | null]>([
  ['authorised', 'team', 'Authorised. Waiting for our team'],
  ['reopened', 'team', 'Reopened. Waiting for our team'],
  ['offline_monitoring', 'team', 'Offline, watched'],
  ['withdrawn', null, null],
  ['resolved', null, null],
])('below the steps of a case that is %s, only what they do not say is shown', (status, waitingFor, expected) => {
  expect(standingText({ status, waitingFor })).toBe(expected)
})

test('a case without a further contact says what our team has to do, on its page', () => {
  const row = { status: 'submitted', waitingFor: 'team', escalationDueAt: '2026-11-20T10:00:00Z' } as const
  expect(waitingText(row)).toBe('Waiting for our team to find another contact')
  expect(standingText(row)).toBe('Waiting for our team')
})
