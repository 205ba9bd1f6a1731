import type { CompanyConnector, ConnectorName, SourceCoverage } from '@signet/contract/collection/connectors'
import { connectors } from '@signet/contract/collection/connectors'
import { expect, test } from 'vitest'
import { sourceFigures, sourceState } from './source-state.ts'

const connector = (name: ConnectorName, more: Partial<CompanyConnector> = {}) =>
  ({ connector: name, source: connectors[name].source, state: 'off', credentials: [], ...more }) as CompanyConnector
const all = [
  connector('openPhish', { state: 'collecting' }),
  connector('phishTank'),
  connector('urlscan'),
  connector('x'),
  connector('github', { state: 'needsAccount', credentials: ['token'] }),
  connector('gitlab', { credentials: ['token'] }),
]

test('a source names what collects, what can be turned on and what waits for a key', () => {
  expect(sourceState('URL', all, [])).toBe(
    'Has a feed: OpenPhish. Ready to turn on: PhishTank. Waiting for a key: urlscan.io.',
  )
  expect(sourceState('Twitter', all, [])).toBe('Waiting for a key: X.')
})

test('an account that is refused is said, and a stored key no longer waits', () => {
  expect(sourceState('GitHub', all, [])).toBe('Not collecting: GitHub. Ready to turn on: GitLab.')
})

test('a source without connectors has feeds and logs, or is for imports only', () => {
  const covered = [{ kind: 'threat', source: 'Domain', state: 'collecting' }] as SourceCoverage[]
  expect(sourceState('Domain', all, covered)).toBe('Has feeds and certificate logs.')
  expect(sourceState('LinkedIn', all, covered)).toBe('Imports and manual entries only.')
})

test('the figures count each chosen source once, by what it waits for', () => {
  const covered = [
    { kind: 'threat', source: 'Domain', state: 'collecting' },
    { kind: 'threat', source: 'URL', state: 'collecting' },
    { kind: 'tout', source: 'Twitter', state: 'collecting' },
  ] as SourceCoverage[]
  expect(sourceFigures(['Domain', 'URL', 'Twitter', 'GitHub', 'LinkedIn'], all, covered)).toEqual({
    all: 5,
    collecting: 2,
    stopped: 1,
    canBeOn: 0,
    needKey: 1,
    importOnly: 1,
  })
})
