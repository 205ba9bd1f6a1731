import { expect, test } from 'vitest'
import { orderByOutcome, providerOf, standingOf } from './provider.ts'

test.each([
  [{ recipient: 'Abuse@mail.host.example' }, 'host.example'],
  [{ recipient: 'abuse@host.co.uk' }, 'host.co.uk'],
  [{ recipient: 'https://forms.registrar.example/abuse' }, 'registrar.example'],
  [{ recipient: 'Impersonation form', link: 'https://help.platform.example/form' }, 'platform.example'],
  [{ recipient: 'Cloudflare' }, 'cloudflare.com'],
  [{ recipient: 'Impersonation form' }, 'impersonation form'],
  [{ recipient: 'Google: Safe Browsing' }, 'google: safe browsing'],
])('the provider of %j is %s', (contact, provider) => {
  expect(providerOf(contact)).toBe(provider)
})

test('a provider is judged after five targets, by the share that went offline', () => {
  expect(standingOf({ total: 4, removed: 4 })).toBeNull()
  expect(standingOf({ total: 6, removed: 3 })).toBe('acts')
  expect(standingOf({ total: 10, removed: 2 })).toBeNull()
  expect(standingOf({ total: 10, removed: 1 })).toBe('seldom')
})

const outcome = (removed: number) => ({ total: 10, removed })

test('only contacts that may be asked first change places', () => {
  const contacts = [
    { name: 'slow host', reason: 'servesPage', outcome: outcome(0) },
    { name: 'new registrar', reason: 'registeredName', outcome: null },
    { name: 'network', reason: 'upstream', outcome: outcome(10) },
    { name: 'content network', reason: 'hidesHost', outcome: outcome(9) },
  ] as const
  expect(orderByOutcome(contacts).map(({ name }) => name)).toEqual([
    'content network',
    'new registrar',
    'network',
    'slow host',
  ])
})
