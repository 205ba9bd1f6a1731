import { expect, test } from 'vitest'
import type { DnsFacts, HttpFacts } from '@signet/contract/threats/observations'
import { assetStateOf } from './asset-state.ts'

const dns: DnsFacts = {
  host: 'login-brand.example',
  state: 'found',
  a: ['203.0.113.9'],
  aaaa: [],
  cname: [],
  ns: [],
  mx: [],
  txt: [],
  isWildcard: false,
  catchesAll: false,
}
const http: HttpFacts = {
  host: 'login-brand.example',
  address: 'https://login-brand.example/',
  status: 200,
  redirects: [],
  title: 'Sign in',
  server: null,
  contentSketch: null,
  isParked: false,
  hasPasswordField: true,
  problem: null,
}

test.each<[string, string, Partial<HttpFacts> | null, Partial<DnsFacts> | null, string | null]>([
  ['active', 'page', {}, {}, null],
  ['active', 'page', { address: 'https://www.login-brand.example/in' }, {}, null],
  ['active', 'page', { title: null }, {}, null],
  ['active', 'page', { title: 'Your account is limited, sign in' }, {}, null],
  ['cloaked', 'refused', { status: 403 }, {}, null],
  ['cloaked', 'refused', { status: 429 }, {}, null],
  // A network that tests whether a visitor is a browser answers for a page that is there.
  ['cloaked', 'refused', { status: 503, title: 'Just a moment...' }, {}, null],
  ['cloaked', 'refused', { status: 503, title: 'DDoS-Guard' }, {}, null],
  [
    'cloaked',
    'refused',
    { status: 503, title: 'Checking your browser before accessing login-brand.example' },
    {},
    null,
  ],
  ['redirecting', 'elsewhere', { address: 'https://Other.example/x' }, {}, 'other.example'],
  ['redirecting', 'elsewhere', { address: 'https://login-brand.example@other.example/x' }, {}, 'other.example'],
  ['redirecting', 'elsewhere', { address: 'https://other.example?login-brand.example' }, {}, 'other.example'],
  ['redirecting', 'elsewhere', { address: 'https://other.example/', status: 404 }, {}, 'other.example'],
  ['parked', 'placeholder', { isParked: true, address: 'https://seller.example/' }, {}, null],
  ['offline', 'noName', null, { state: 'absent', a: [] }, null],
  ['offline', 'noAddress', null, { a: [] }, null],
  ['offline', 'silent', { status: null, address: null }, {}, null],
  ['offline', 'gone', { status: 404 }, {}, null],
  ['offline', 'gone', { status: 451 }, {}, null],
  ['offline', 'gone', { status: 503 }, {}, null],
  ['offline', 'blocked', { title: 'Account Suspended', hasPasswordField: false }, {}, null],
  [
    'offline',
    'blocked',
    { title: 'Suspected phishing site | Cloudflare', status: 403, hasPasswordField: false },
    {},
    null,
  ],
  ['offline', 'blocked', { title: 'This site has been disabled', hasPasswordField: false }, {}, null],
  // No notice of a host asks for a password.
  ['active', 'page', { title: 'Account suspended - confirm your identity' }, {}, null],
  ['active', 'page', { title: 'Account Disabled' }, {}, null],
  ['unknown', 'notAsked', null, {}, null],
  ['unknown', 'notAsked', null, null, null],
])('is %s (%s) for %j and %j', (state, reason, page, name, leadsTo) => {
  const facts = page && { ...http, ...page }
  const answer = { state, reason, leadsTo, status: facts?.status ?? null }
  const seen = { dns: name && { ...dns, ...name }, http: facts, views: seenBy(facts, facts) }
  expect(assetStateOf(seen)).toMatchObject(answer)
})

const seenBy = (desktop: HttpFacts | null, phone: HttpFacts | null) => [
  { profile: 'desktop' as const, exit: null, http: desktop },
  { profile: 'phone' as const, exit: null, http: phone },
]
const answers = {
  page: http,
  flowers: { ...http, title: 'Flowers', hasPasswordField: false },
  gone: { ...http, status: 404 },
  broken: { ...http, status: 503 },
  silent: { ...http, status: null, address: null },
  refused: { ...http, status: 403 },
  parked: { ...http, isParked: true },
  elsewhere: { ...http, address: 'https://other.example/' },
  failed: null,
} satisfies Record<string, HttpFacts | null>
type Name = keyof typeof answers

test.each<[ours: Name, desktop: Name, phone: Name, state: string, reason: string]>([
  // A visitor with a phone who clicked an ad sees the page.
  ['gone', 'gone', 'page', 'cloaked', 'differs'],
  ['page', 'elsewhere', 'page', 'cloaked', 'differs'],
  ['page', 'parked', 'page', 'cloaked', 'differs'],
  // Only some visitors are asked for a password.
  ['flowers', 'flowers', 'page', 'cloaked', 'differs'],
  ['page', 'flowers', 'flowers', 'active', 'page'],
  // Our own name alone says nothing, unless it shows the page.
  ['gone', 'page', 'page', 'active', 'page'],
  ['broken', 'page', 'page', 'active', 'page'],
  ['refused', 'gone', 'broken', 'offline', 'gone'],
  ['page', 'gone', 'gone', 'cloaked', 'differs'],
  // Visitors agree, or see nothing of the page in different ways.
  ['failed', 'gone', 'silent', 'offline', 'gone'],
  ['gone', 'parked', 'gone', 'parked', 'placeholder'],
  ['gone', 'elsewhere', 'parked', 'redirecting', 'elsewhere'],
  ['gone', 'refused', 'gone', 'cloaked', 'refused'],
  // A visit that failed on our side could have found the page.
  ['gone', 'gone', 'failed', 'unknown', 'notAsked'],
  ['gone', 'failed', 'failed', 'unknown', 'notAsked'],
  ['gone', 'page', 'failed', 'active', 'page'],
])('answers of %s to us, %s to a desktop and %s to a phone are %s (%s)', (ours, desktop, phone, state, reason) => {
  const seen = { dns, http: answers[ours], views: seenBy(answers[desktop], answers[phone]) }
  expect(assetStateOf(seen)).toMatchObject({ state, reason })
})

test('a page that no visitor was sent to is never offline', () => {
  expect(assetStateOf({ dns, http: answers.gone, views: [] }).state).toBe('unknown')
  expect(assetStateOf({ dns, http: answers.page, views: [] }).state).toBe('active')
})
