import { expect, test } from 'vitest'
import { parseRdapDomain, parseRdapEntity, parseRdapNetwork } from './parse-rdap.ts'

const card = (...rows: unknown[]) => ['vcard', [['version', {}, 'text', '4.0'], ...rows]]
const email = (address: unknown) => ({ vcardArray: card(['email', {}, 'text', address]) })
const entity = (roles: unknown, more: object = {}) => ({ objectClassName: 'entity', roles, ...more })
const domain = (...entities: unknown[]) => ({ objectClassName: 'domain', ldhName: 'brand.example', entities })
const network = (...entities: unknown[]) => ({ objectClassName: 'ip network', name: 'NET', entities })

test('a JSContact card is read like a jCard, its preferred address first', () => {
  const jscard = {
    '@type': 'Card',
    version: '1.0',
    name: {
      components: [
        { kind: 'given', value: 'Abuse' },
        { kind: 'surname', value: 'Desk' },
      ],
    },
    organizations: { o: { name: 'Example Registrar' } },
    emails: {
      a: { address: 'second@registrar.example', pref: 3 },
      b: { address: 'Abuse@registrar.example', pref: 2 },
      // No mail server accepts it.
      c: { address: 'abuse.@registrar.example', pref: 1 },
    },
    phones: {
      f: { number: 'tel:+1.1111111', features: { fax: true } },
      v: { number: 'tel:+1.5555550100;ext=7', features: { voice: true } },
    },
    links: { l: { kind: 'contact', uri: 'https://registrar.example/abuse' } },
    addresses: { x: { countryCode: 'is' } },
  }
  const found = parseRdapDomain(
    domain(
      entity(['registrar'], {
        jscard: { name: { full: 'Example Registrar' } },
        entities: [entity(['abuse'], { jscard })],
      }),
      entity(['registrant'], { jscard }),
    ),
  )
  expect(found).toMatchObject({
    registrar: 'Example Registrar',
    abuseEmail: 'abuse@registrar.example',
    abusePhone: '+1.5555550100',
    abuseForm: 'https://registrar.example/abuse',
    registrantOrg: 'Example Registrar',
    registrantCountry: 'IS',
  })
})

test('what a JSContact card lacks comes from the jCard', () => {
  const both = { jscard: { emails: { a: { address: 'abuse@host.example' } } }, ...email('old@host.example') }
  const more = {
    ...both,
    vcardArray: card(['tel', {}, 'uri', 'tel:+44.2079460112'], ['email', {}, 'text', 'old@x.example']),
  }
  expect(parseRdapNetwork(network(entity('abuse', more)))).toMatchObject({
    abuseEmail: 'abuse@host.example',
    abusePhone: '+44.2079460112',
  })
})

test('an abuse contact is found at any depth, and one with an address comes first', () => {
  const deep = entity(['technical'], {
    entities: [entity(['administrative'], { entities: [entity(['abuse'], email('deep@host.example'))] })],
  })
  const phoneOnly = entity(['abuse'], { vcardArray: card(['tel', {}, 'uri', 'tel:+44.2079460112']) })
  expect(parseRdapNetwork(network(phoneOnly, deep))).toMatchObject({ abuseEmail: 'deep@host.example' })
  expect(parseRdapNetwork(network(phoneOnly))).toMatchObject({ abuseEmail: null, abusePhone: '+44.2079460112' })
})

test("the registrar's contact is kept apart from the registry's, and the registrant's is never used", () => {
  const own = entity(['registrar'], { entities: [entity(['abuse'], email('abuse@registrar.example'))] })
  const registry = entity(['abuse'], email('abuse@registry.example'))
  const owner = entity(['registrant'], { entities: [entity(['abuse'], email('criminal@brand.example'))] })
  expect(parseRdapDomain(domain(owner, registry, own))).toMatchObject({
    abuseEmail: 'abuse@registrar.example',
    registryAbuse: { email: 'abuse@registry.example', phone: null, form: null },
  })
  expect(parseRdapDomain(domain(owner, registry))).toMatchObject({
    abuseEmail: 'abuse@registry.example',
    registryAbuse: null,
  })
  expect(parseRdapDomain(domain(owner))).toMatchObject({ abuseEmail: null })
})

test('a registrar that is only named by a link is left to its own record', () => {
  const link = { rel: 'self', type: 'application/rdap+json', href: 'https://rdap.example/entity/REG-X' }
  expect(parseRdapDomain(domain(entity(['registrar'], { handle: 'REG-X', links: [link] })))?.registrarRdap).toBe(
    link.href,
  )
  const named = entity(['registrar'], { vcardArray: card(['fn', {}, 'text', 'Named']), links: [link] })
  expect(parseRdapDomain(domain(named))?.registrarRdap).toBeNull()
  expect(
    parseRdapEntity({
      ...entity(['registrar']),
      ...email('x@y.example'),
      entities: [entity('abuse', email('abuse@y.example'))],
    }),
  ).toMatchObject({ email: 'x@y.example', abuseEmail: 'abuse@y.example' })
})

test('invalid and hostile responses give no contact and no error', () => {
  const hostile = [
    'a@x.example\r\nBcc: all@x.example',
    'a@x.example, b@x.example',
    '"quoted name"@x.example',
    '<a@x.example>',
    'a@[127.0.0.1]',
    `${'a'.repeat(300)}@x.example`,
    { toString: 'abuse@x.example' },
    ['abuse@x.example'],
    null,
    7,
  ]
  for (const value of hostile) {
    const jscard = { emails: { a: { address: value }, b: value }, phones: value, name: value, links: [value] }
    for (const one of [email(value), { jscard }, { vcardArray: [value, [[value], value, ['email', null]]] }]) {
      expect(parseRdapNetwork(network(entity(['abuse'], one)))?.abuseEmail ?? null, JSON.stringify(value)).toBeNull()
    }
  }
  let nested: object = entity(['abuse'], email('abuse@x.example'))
  for (let depth = 0; depth < 1000; depth += 1) nested = entity(['technical'], { entities: [nested] })
  expect(parseRdapNetwork(network(nested))?.abuseEmail).toBeNull()
  const many = Array.from({ length: 200_000 }, () => ({ roles: ['technical'] }))
  expect(
    parseRdapNetwork(network(entity(['technical'], { entities: many }), entity(['abuse'], email('abuse@x.example')))),
  ).toMatchObject({ abuseEmail: 'abuse@x.example' })
  expect(parseRdapNetwork({ objectClassName: 'domain' })).toBeNull()
  expect(parseRdapNetwork([])).toBeNull()
})
