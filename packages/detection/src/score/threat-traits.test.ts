import type { DnsFacts, RegistrationFacts, TlsFacts } from '@signet/contract/threats/observations'
import { expect, test } from 'vitest'
import { traitsOf, traitText } from './threat-traits.ts'

const dns = { a: ['192.0.2.7'], aaaa: ['2001:db8::7'], ns: ['NS2.host.example.', 'ns1.host.example'] } as DnsFacts
const registration = {
  registrar: 'Harbor Registrar',
  created: '2026-11-01T10:03:27Z',
  nameServers: ['ns9.register.example'],
} as RegistrationFacts
const tls = { certificate: { keySha256: 'ab'.repeat(32) } } as TlsFacts

test('of a domain are its key, the minute of its registration, its name servers together and each address', () => {
  const traits = traitsOf({ dns, registration, tls })
  expect(traits.map(traitText)).toEqual([
    'same certificate key abababababababab…',
    'registered in the same minute: Harbor Registrar, 2026-11-01 10:03 UTC',
    'same name servers ns1.host.example, ns2.host.example',
    'same address 192.0.2.7',
    'same address 2001:db8::7',
  ])
})

test('take the name servers of the register where the domain has none', () => {
  expect(traitsOf({ registration }).map(traitText)).toContain('same name server ns9.register.example')
})

test.each([null, '2026-11-01', '2026-11-01T00:00:00Z', 'soon'])('say nothing of a registration on %j', (created) => {
  expect(traitsOf({ registration: { ...registration, created, nameServers: [] } })).toEqual([])
})

test('a domain of which nothing is known has no traits', () => {
  expect(traitsOf({})).toEqual([])
  expect(traitsOf({ tls: { certificate: null } as TlsFacts })).toEqual([])
})
