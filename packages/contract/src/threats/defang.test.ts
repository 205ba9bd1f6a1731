import { expect, test } from 'vitest'
import { defang, defangWords } from './defang.ts'

test.each([
  ['meridianpay-help.invalid', 'meridianpay-help[.]invalid'],
  ['login.meridian.example', 'login[.]meridian[.]example'],
  ['https://kyc-meridian.test/v1.2?x=a.b', 'hxxps://kyc-meridian[.]test/v1.2?x=a.b'],
  ['HTTP://203.0.113.84:8080/login', 'hxxp://203[.]0[.]113[.]84:8080/login'],
  ['ftp://files.example.test', 'fxp://files[.]example[.]test'],
  ['kyc.example.test/path.html', 'kyc[.]example[.]test/path.html'],
  ['xn--mridian-bya.xn--p1ai', 'xn--mridian-bya[.]xn--p1ai'],
  ['go to https://a.test and https://b.test now', 'go to hxxps://a[.]test and hxxps://b[.]test now'],
  ['Meridian Customer Care 24x7', 'Meridian Customer Care 24x7'],
  ['@meridian.rewards', '@meridian.rewards'],
  ['Version 2.0', 'Version 2.0'],
])('%s is shown as %s', (text, shown) => {
  expect(defang(text)).toBe(shown)
})

test.each([
  ['https://safe.test/login?next=https://evil.test/x.y', 'hxxps://safe[.]test/login?next=hxxps://evil[.]test/x.y'],
  ['safe.test/login?next=HTTPS%3A%2F%2Fevil.test%2Fx.y', 'safe[.]test/login?next=hxxps%3A%2F%2Fevil[.]test%2Fx.y'],
  [
    'https://safe.test/?u=https%253a%252f%252fevil.test%252fx',
    'hxxps://safe[.]test/?u=hxxps%253a%252f%252fevil[.]test%252fx',
  ],
  [
    'https://safe.test/?q=url%3Dhttp%3A%2F%2Fevil.test%3Fa.b',
    'hxxps://safe[.]test/?q=url%3Dhxxp%3A%2F%2Fevil[.]test%3Fa.b',
  ],
  ['https://safe.test/?u=//evil.test/x.y', 'hxxps://safe[.]test/?u=//evil[.]test/x.y'],
  ['https://safe.test/?u%3D%2F%2Fevil.test', 'hxxps://safe[.]test/?u%3D%2F%2Fevil[.]test'],
  ['https://web.archive.test/web/2026/http://evil.test/', 'hxxps://web[.]archive[.]test/web/2026/hxxp://evil[.]test/'],
  ['https://safe.test/a_https://me&b@evil.test/', 'hxxps://safe[.]test/a_hxxps://me&b@evil[.]test/'],
])('an address in an address is defanged too: %s', (text, shown) => {
  expect(defang(text)).toBe(shown)
})

test('defanging a second time changes nothing', () => {
  for (const text of ['https://kyc-meridian.test/v1', 'https://safe.test/?u=https%3A%2F%2Fevil.test&v=//other.test']) {
    const once = defang(text)
    expect(defang(once)).toBe(once)
  }
})

test.each([
  [
    'Re: [154628] Abuse report: pay.rewards-hub.example, ref. 8ace8ec1',
    'Re: [154628] Abuse report: pay[.]rewards-hub[.]example, ref. 8ace8ec1',
  ],
  ['The page (kyc.example.test) is gone.', 'The page (kyc[.]example[.]test) is gone.'],
  ['Write to abuse@host.example, e.g. today.', 'Write to abuse@host.example, e.g. today.'],
  ['It is kyc.example.test. See https://a.test!', 'It is kyc[.]example[.]test. See hxxps://a[.]test!'],
  ['See https://a.test/x, please', 'See hxxps://a[.]test/x, please'],
])('in a sentence, %s is shown as %s', (text, shown) => {
  expect(defangWords(text)).toBe(shown)
})
