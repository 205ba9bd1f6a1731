import type { DomainReading, HostReading, MailPolicy, WebAnswer } from '@signet/contract/collection/host-readings'
import type { RegistrationFacts, TlsFacts } from '@signet/contract/threats/observations'
import { describe, expect, test } from 'vitest'
import { indicatorGlossary } from '../score/indicators.ts'
import { checkHost, hostChecks, type HostCheck, type HostFinding } from './check-host.ts'

const at = '2026-11-01T12:00:00.000Z'
const protectedBy = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
]
const page = (more: Partial<WebAnswer> = {}): WebAnswer => ({
  status: 200,
  location: null,
  headers: protectedBy,
  text: '<title>Harbour</title>',
  ...more,
})
const toHttps = page({ status: 301, location: 'https://www.harbour.example/', headers: [] })
const certificate = {
  subject: 'CN=www.harbour.example',
  issuer: 'CN=Test Authority R1',
  names: ['www.harbour.example', '*.harbour.example'],
  notBefore: '2026-08-01T00:00:00.000Z',
  notAfter: '2027-02-01T00:00:00.000Z',
  sha256: 'ab'.repeat(32),
  keySha256: 'cd'.repeat(32),
}
const strong = { keyType: 'ec', keyBits: 256, digest: 'sha256' }
type TlsReading = NonNullable<HostReading['tls']>
const tls = (
  more: Partial<typeof certificate> = {},
  facts: Partial<TlsFacts> = {},
  strength: TlsReading['strength'] = strong,
): TlsReading => ({
  facts: {
    host: 'www.harbour.example',
    certificate: { ...certificate, ...more },
    isTrusted: true,
    problem: null,
    ...facts,
  },
  strength,
})

/** A host with which nothing is wrong. */
const sound: HostReading = {
  host: 'www.harbour.example',
  at,
  addresses: { name: 'www.harbour.example', state: 'found', addresses: ['192.0.2.7'] },
  alias: null,
  tls: tls(),
  web: { http: toHttps, https: page() },
  domain: null,
}
const registration: RegistrationFacts = {
  domain: 'harbour.example',
  isRegistered: true,
  via: 'rdap',
  server: 'rdap.example',
  registrar: 'Test Registrar',
  registrarIanaId: '9999',
  created: '2020-01-01',
  updated: null,
  expires: '2027-10-30T08:15:00Z',
  status: [],
  nameServers: [],
  abuse: { email: null, phone: null, form: null },
  registrantOrganisation: null,
  registrantCountry: null,
  redacted: [],
}
const mailPolicy: MailPolicy = {
  spf: ['v=spf1 mx -all'],
  spfLookUps: 1,
  dmarc: ['v=DMARC1; p=reject; rua=mailto:d@harbour.example'],
  mtaSts: { records: [], policy: { state: 'unknown' } },
}
const soundDomain: DomainReading = {
  mailExchangers: [{ name: 'mx.harbour.example', state: 'found', addresses: ['192.0.2.8'] }],
  nameServers: [{ name: 'ns1.harbour.example', state: 'answers' }],
  mailPolicy,
  registration,
}
const withDomain = (more: Partial<DomainReading>): HostReading => ({
  ...sound,
  domain: { ...soundDomain, ...more },
})

/** The only finding of a reading. */
function only(reading: HostReading, check: HostCheck): HostFinding {
  const { findings } = checkHost(reading)
  expect(findings.map((one) => one.check)).toEqual([check])
  const [finding] = findings
  if (!finding) throw new Error('no finding')
  // Each finding is worth reporting, and each reason is in the glossary.
  expect(finding.score).toBeGreaterThanOrEqual(0.5)
  const known = new Set<string>(indicatorGlossary.map(({ name }) => name))
  for (const { name } of finding.indicators) expect(known).toContain(name)
  expect(finding.fields).toMatchObject({ host: 'www.harbour.example', proof: expect.stringMatching(/./) })
  return finding
}
const reasons = ({ indicators }: HostFinding) =>
  indicators.slice(1).map(({ name, value }) => (value === undefined ? name : `${name}: ${value}`))

test('a host with which nothing is wrong passes every check', () => {
  const { findings, passed } = checkHost(withDomain({}))
  expect(findings).toEqual([])
  expect(passed).toEqual(hostChecks)
})

test('what could not be read neither passes nor fails', () => {
  const unread = { name: sound.host, state: 'unknown', addresses: [] } as const
  const nothing = { ...sound, addresses: unread, tls: null, web: { http: null, https: null } }
  expect(checkHost(nothing)).toEqual({ findings: [], passed: [] })
  const domain: DomainReading = {
    mailExchangers: [unread],
    nameServers: [{ name: 'ns1.harbour.example', state: 'unknown' }],
    mailPolicy: null,
    registration: null,
  }
  expect(checkHost({ ...nothing, domain })).toEqual({ findings: [], passed: [] })
})

test('a host that no longer exists has no wrong certificate or page any more', () => {
  const gone = { name: sound.host, state: 'absent', addresses: [] } as const
  const { findings, passed } = checkHost({ ...sound, addresses: gone, tls: null, web: { http: null, https: null } })
  expect(findings).toEqual([])
  expect(passed).toEqual(['expiredCertificate', 'certificate', 'webSettings', 'alias'])
})

describe('certificates', () => {
  test('an expired one, with its last day', () => {
    const finding = only({ ...sound, tls: tls({ notAfter: '2026-10-20T00:00:00.000Z' }) }, 'expiredCertificate')
    expect(finding).toMatchObject({ threatType: 'Expired certificate', score: 0.8 })
    expect(finding.fields).toMatchObject({ expires: '2026-10-20', address: '192.0.2.7', port: '443' })
    expect(reasons(finding)).toEqual(['Certificate expired: 2026-10-20'])
  })

  test.each([
    ['2026-11-10T00:00:00.000Z', 0.65],
    ['2026-11-25T00:00:00.000Z', 0.52],
  ])('one that ends on %s is worth %d', (notAfter, score) => {
    const finding = only({ ...sound, tls: tls({ notAfter }) }, 'certificate')
    expect(finding).toMatchObject({ threatType: 'Certificate problem', score })
    expect(reasons(finding)).toEqual([`Certificate expires soon: ${notAfter.slice(0, 10)}`])
  })

  test('one of another name; a wildcard stands for one label only', () => {
    for (const names of [['other.example'], ['*.www.harbour.example'], ['*.example'], []]) {
      const finding = only({ ...sound, tls: tls({ names }) }, 'certificate')
      expect(reasons(finding)[0]).toContain('Certificate for another name')
    }
    expect(checkHost({ ...sound, tls: tls({ names: ['*.harbour.example'] }) }).findings).toEqual([])
  })

  test.each(['selfSigned', 'unknownIssuer'] as const)('one that browsers refuse (%s)', (problem) => {
    const finding = only({ ...sound, tls: tls({}, { isTrusted: false, problem }) }, 'certificate')
    expect(reasons(finding)).toEqual(['Certificate not trusted: CN=Test Authority R1'])
  })

  test.each([
    [{ keyType: 'rsa', keyBits: 1024, digest: 'sha256' }, 'Weak certificate: rsa key of 1024 bits'],
    [{ keyType: 'rsa', keyBits: 4096, digest: 'sha1' }, 'Weak certificate: signature with sha1'],
    [{ keyType: 'ed25519', keyBits: null, digest: null }, null],
    [{ keyType: 'rsa', keyBits: 2048, digest: 'sha256' }, null],
  ])('the strength %j', (strength, reason) => {
    const reading = { ...sound, tls: tls({}, {}, strength) }
    if (reason === null) expect(checkHost(reading).findings).toEqual([])
    else expect(reasons(only(reading, 'certificate'))).toEqual([reason])
  })

  test('several problems of one certificate are hardly worse than the worst of them', () => {
    const untrusted = { isTrusted: false, problem: 'selfSigned' } as const
    const reading = {
      ...sound,
      tls: tls({ notAfter: '2026-11-25T00:00:00.000Z', names: ['other.example'] }, untrusted),
    }
    const finding = only(reading, 'certificate')
    expect(finding.score).toBe(0.81)
    expect(reasons(finding).map((reason) => reason.split(':')[0])).toEqual([
      'Certificate for another name',
      'Certificate not trusted',
      'Certificate expires soon',
    ])
  })

  test('a handshake that failed says nothing about the certificate', () => {
    const failed = {
      facts: { host: sound.host, certificate: null, isTrusted: false, problem: 'slow' },
      strength: null,
    } as const
    const { findings, passed } = checkHost({ ...sound, tls: failed })
    expect(findings).toEqual([])
    expect(passed).not.toContain('certificate')
  })
})

describe('web settings', () => {
  test('a host that only answers over plain HTTP has that port', () => {
    const { fields } = only({ ...sound, web: { http: page(), https: null } }, 'webSettings')
    expect(fields).toMatchObject({ port: '80', proof: expect.stringContaining('No answer over HTTPS') })
  })

  test('all missing headers are one finding of low severity', () => {
    const finding = only(
      { ...sound, web: { http: toHttps, https: page({ headers: ['x-frame-options'] }) } },
      'webSettings',
    )
    expect(finding.score).toBe(0.52)
    expect(reasons(finding)).toEqual([
      'Security headers missing: strict-transport-security, content-security-policy, x-content-type-options',
    ])
  })

  test('a redirect needs no headers, and lesser headers alone are no finding', () => {
    expect(checkHost({ ...sound, web: { http: toHttps, https: toHttps } }).findings).toEqual([])
    const lesser = page({ headers: protectedBy.slice(0, 2) })
    expect(checkHost({ ...sound, web: { http: toHttps, https: lesser } }).findings).toEqual([])
  })

  test('a page over http without a redirect', () => {
    const plain = only({ ...sound, web: { http: page(), https: page() } }, 'webSettings')
    expect(reasons(plain)).toEqual(['Plain HTTP without redirect: HTTPS is available'])
    const bare = only({ ...sound, web: { http: page(), https: page({ headers: [] }) } }, 'webSettings')
    expect(bare.score).toBe(0.6)
  })
})

const alias = (name: string, state: 'found' | 'absent' | 'unknown' = 'found') => ({ name, state, addresses: [] })

describe('DNS records', () => {
  test('a CNAME whose target does not exist', () => {
    const gone = {
      ...sound,
      alias: alias('old.partner.example', 'absent'),
      tls: null,
      web: { http: null, https: null },
    }
    const finding = only({ ...gone, addresses: { ...sound.addresses, state: 'absent', addresses: [] } }, 'alias')
    expect(finding).toMatchObject({ threatType: 'Dangling DNS record', score: 0.8 })
    expect(reasons(finding)).toEqual(['Target does not exist: old.partner.example'])
  })

  test.each([
    ['harbour.azurewebsites.net', 'absent', ''],
    ['harbour.github.io', 'found', "<p>There isn't a GitHub Pages site here.</p>"],
    ['harbour.s3.eu-west-1.amazonaws.com', 'found', '<Error><Code>NoSuchBucket</Code></Error>'],
    ['harbour.herokuapp.com', 'found', '<title>No such app</title>'],
  ] as const)('a CNAME to %s that is free', (target, state, text) => {
    const answer = page({ status: 404, headers: [], text })
    const web = { http: state === 'found' ? answer : null, https: null }
    const finding = only({ ...sound, alias: alias(target, state), web }, 'alias')
    expect(finding.score).toBe(0.95)
    expect(reasons(finding)[0]).toContain('Unclaimed name of a hosting service')
  })

  test('a CNAME to a service where the company has the name', () => {
    expect(checkHost({ ...sound, alias: alias('harbour.github.io') }).findings).toEqual([])
    const words = page({ text: 'There isn’t a GitHub Pages site here' })
    expect(
      checkHost({ ...sound, alias: alias('shop.partner.example'), web: { http: toHttps, https: words } }).findings,
    ).toEqual([])
    expect(checkHost({ ...sound, alias: alias('old.partner.example', 'unknown') }).findings).toEqual([])
  })

  test('a name server that refuses, and one that does not exist', () => {
    const nameServers = [
      { name: 'ns1.harbour.example', state: 'answers' },
      { name: 'ns.old-host.example', state: 'refuses' },
      { name: 'ns.gone.example', state: 'absent' },
    ] as const
    const finding = only(withDomain({ nameServers }), 'nameServers')
    expect(finding.score).toBe(0.82)
    expect(reasons(finding)).toEqual(['Name server not responsible: ns.old-host.example, ns.gone.example'])
  })

  test('a mail server without an address', () => {
    const mailExchangers = [{ name: 'mx.gone.example', state: 'absent', addresses: [] }] as const
    expect(reasons(only(withDomain({ mailExchangers }), 'mailServers'))).toEqual([
      'Mail server without address: mx.gone.example',
    ])
    expect(checkHost(withDomain({ mailExchangers: [] })).findings).toEqual([])
  })
})

test.each([
  ['2026-10-30', 'Registration expired: 2026-10-30', 0.95],
  ['2026-11-09T08:15:00Z', 'Registration expires soon: 2026-11-09', 0.8],
  ['2026-11-25T08:15:00Z', 'Registration expires soon: 2026-11-25', 0.65],
])('a registration until %s', (expires, reason, score) => {
  const finding = only(withDomain({ registration: { ...registration, expires } }), 'registration')
  expect(finding).toMatchObject({ score, threatType: 'Expiring domain', fields: { expires: expires.slice(0, 10) } })
  expect(reasons(finding)).toEqual([reason])
})

const sts = (text: string): MailPolicy['mtaSts'] => ({ records: ['v=STSv1; id=1'], policy: { state: 'found', text } })

test.each<[Partial<MailPolicy>, string[]]>([
  [{ spf: [], spfLookUps: null }, ['SPF record missing']],
  [{ spf: ['v=spf1 -all', 'v=spf1 mx -all'], spfLookUps: null }, ['SPF record invalid: 2 SPF records']],
  [{ spf: ['v=spf1 +all'] }, ['SPF allows everyone: v=spf1 +all']],
  [{ spf: ['v=spf1 mx all'] }, ['SPF allows everyone: v=spf1 mx all']],
  [{ spfLookUps: 11 }, ['SPF record invalid: more than 10 look-ups']],
  [{ spfLookUps: 10 }, []],
  [{ dmarc: [] }, ['DMARC record missing']],
  [{ dmarc: ['v=DMARC1; p=none'] }, ['DMARC without effect: p=none']],
  [{ dmarc: ['v=DMARC1;p = QUARANTINE; sp=none'] }, []],
  [{ spf: [], spfLookUps: null, dmarc: [] }, ['SPF record missing', 'DMARC record missing']],
  [{ mtaSts: null }, []],
  [{ mtaSts: sts('version: STSv1\nmode: enforce\nmx: mx.harbour.example\nmax_age: 604800') }, []],
  [{ mtaSts: sts('version: STSv1\r\nmode: enforce\r\nmx: *.harbour.example\r\n') }, []],
  [
    { mtaSts: sts('version: STSv1\nmode: enforce\nmx: *.mx.harbour.example\n') },
    ['MTA-STS invalid: without mx.harbour.example'],
  ],
  [{ mtaSts: sts('version: STSv1\nmode: testing\nmx: mx.old.example') }, ['MTA-STS without effect: mode: testing']],
  [{ mtaSts: sts('<html>Not found</html>') }, ['MTA-STS invalid: unreadable policy']],
  [{ mtaSts: { records: ['v=STSv1; id=1'], policy: { state: 'missing' } } }, ['MTA-STS invalid: no policy']],
  [{ mtaSts: { records: ['v=STSv1; id=1'], policy: { state: 'unknown' } } }, []],
  [
    { mtaSts: { records: ['v=STSv1; id=1'], policy: { state: 'invalidCertificate' } } },
    ['MTA-STS invalid: invalid certificate'],
  ],
  [
    { mtaSts: { records: ['v=STSv1; id=1', 'v=STSv1; id=2'], policy: { state: 'unknown' } } },
    ['MTA-STS invalid: 2 MTA-STS records'],
  ],
])('the mail policy %j', (more, expected) => {
  const reading = withDomain({ mailPolicy: { ...mailPolicy, ...more } })
  if (expected.length === 0) expect(checkHost(reading).findings).toEqual([])
  else expect(reasons(only(reading, 'mailPolicy'))).toEqual(expected)
})

test('a mail policy that was written to be read slowly is unreadable at once', () => {
  const blanks = ' '.repeat(30_000)
  const reading = withDomain({ mailPolicy: { ...mailPolicy, mtaSts: sts(`a:${blanks}b${blanks}\rc`) } })
  expect(reasons(only(reading, 'mailPolicy'))).toEqual(['MTA-STS invalid: unreadable policy'])
})
