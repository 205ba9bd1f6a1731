import { expect, test } from 'vitest'
import { shownTitle } from './shown-title.ts'

test.each([
  ['Domain', 'meridian-help.invalid', 'meridian-help[.]invalid'],
  ['URL', 'https://kyc.example.test/a', 'hxxps://kyc[.]example[.]test/a'],
  ['Instagram', 'meridian.rewards', 'meridian.rewards'],
  ['LinkedIn', 'https://jobs.example.test', 'hxxps://jobs[.]example[.]test'],
  ['APK', 'mMeridian Banking', 'mMeridian Banking'],
] as const)('a %s title %s is shown as %s', (source, title, shown) => {
  expect(shownTitle(source, title)).toBe(shown)
})
