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

test('defanging a second time changes nothing', () => {
  const once = defang('https://kyc-meridian.test/v1')
  expect(defang(once)).toBe(once)
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
