import { expect, test } from 'vitest'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { standingText } from './takedown-words.ts'

test.each<[Takedown['status'], string, Takedown['waitingFor'], string | null]>([
  ['authorised', 'Authorised', 'team', 'Authorised. Waiting for our team'],
  ['reopened', 'Reopened', 'team', 'Reopened. Waiting for our team'],
  ['offline_monitoring', 'Offline, watched', 'team', 'Offline, watched'],
  ['withdrawn', 'Withdrawn', null, null],
  ['resolved', 'Resolved', null, null],
])(
  'below the steps of a case that is %s, only what they do not say is shown',
  (status, statusLabel, waitingFor, expected) => {
    expect(standingText({ status, statusLabel, waitingFor })).toBe(expected)
  },
)
