import { expect, test } from 'vitest'
import { hostOf, isOfficial } from './checks.ts'

test.each([
  [{ source: 'Domain', title: 'x', unicode_name: 'сoinbase.com', domain_name: 'xn--oinbase-rhg.com' }, 'сoinbase.com'],
  [{ source: 'Domain', title: 'Coinbase-Pay.test' }, 'coinbase-pay.test'],
  [{ source: 'URL', title: 'x', link: 'https://Kyc.Example.test:8080/a?b' }, 'kyc.example.test'],
  [{ source: 'APK', title: 'mMeridian Banking' }, null],
] as const)('the host of %j is %s', (threat, host) => {
  expect(hostOf(threat)).toBe(host)
})

test('a name is official when it equals an official domain or is below one, not when it only ends the same', () => {
  expect(isOfficial('coinbase.com', ['coinbase.com'])).toBe(true)
  expect(isOfficial('pay.coinbase.com', ['coinbase.com'])).toBe(true)
  expect(isOfficial('mycoinbase.com', ['coinbase.com'])).toBe(false)
})
