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
  ['redirecting', 'elsewhere', { address: 'https://Other.example/x' }, {}, 'other.example'],
  ['redirecting', 'elsewhere', { address: 'https://other.example/', status: 404 }, {}, 'other.example'],
  ['parked', 'placeholder', { isParked: true, address: 'https://seller.example/' }, {}, null],
  ['offline', 'noName', null, { state: 'absent', a: [] }, null],
  ['offline', 'noAddress', null, { a: [] }, null],
  ['offline', 'silent', { status: null, address: null }, {}, null],
  ['offline', 'gone', { status: 404 }, {}, null],
  ['offline', 'gone', { status: 451 }, {}, null],
  ['offline', 'gone', { status: 503 }, {}, null],
  ['offline', 'blocked', { title: 'Account Suspended' }, {}, null],
  ['offline', 'blocked', { title: 'Suspected phishing site | Cloudflare', status: 403 }, {}, null],
  ['offline', 'blocked', { title: 'This site has been disabled' }, {}, null],
  ['unknown', 'notAsked', null, {}, null],
  ['unknown', 'notAsked', null, null, null],
])('is %s (%s) for %j and %j', (state, reason, page, name, leadsTo) => {
  const seen = { dns: name && { ...dns, ...name }, http: page && { ...http, ...page } }
  expect(assetStateOf(seen)).toEqual({ state, reason, leadsTo, status: seen.http?.status ?? null })
})
