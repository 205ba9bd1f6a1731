import { expect, test } from 'vitest'
import { shownTitle, titleForms } from './shown-title.ts'

test.each([
  ['Domain', 'meridian-help.invalid', 'meridian-help[.]invalid'],
  ['URL', 'https://kyc.example.test/a', 'hxxps://kyc[.]example[.]test/a'],
  ['Instagram', 'meridian.rewards', 'meridian.rewards'],
  ['LinkedIn', 'https://jobs.example.test', 'hxxps://jobs[.]example[.]test'],
  ['APK', 'mMeridian Banking', 'mMeridian Banking'],
] as const)('a %s title %s is shown as %s', (source, title, shown) => {
  expect(shownTitle(source, title)).toBe(shown)
})

test.each([
  [
    { source: 'Domain', title: 'meridian.invalid' },
    { shown: 'meridian[.]invalid', registered: null },
  ],
  [
    { source: 'Domain', title: 'a.invalid', unicode_name: 'a.invalid' },
    { shown: 'a[.]invalid', registered: null },
  ],
  [
    { source: 'Domain', title: 'xn--merdian-r9a.invalid', unicode_name: 'merídian.invalid' },
    { shown: 'merídian[.]invalid', registered: 'xn--merdian-r9a[.]invalid' },
  ],
] as const)('the forms of %j', (threat, forms) => {
  expect(titleForms(threat)).toEqual(forms)
})
