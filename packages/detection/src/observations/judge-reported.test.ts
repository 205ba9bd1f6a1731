import { expect, test } from 'vitest'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { judgeObservation } from './judge-observation.ts'
import { exampleAssets, exampleNow, exampleObservation } from './observation-examples.ts'
import { compileWatch } from './watch.ts'

const watch = compileWatch(exampleAssets, exampleNow)
const lure = 'Your Umbervale account will be blocked. Enter your password at once'
/** A link in an email that so many people reported. */
const judge = (link: string, text: string, reports = 1, parts: Partial<SourceObservation> = {}) =>
  judgeObservation(
    watch,
    exampleObservation({
      source: 'URL',
      kind: 'post',
      url: link,
      fields: { link },
      names: [],
      handle: null,
      text,
      links: [link],
      reports,
      ...parts,
    }),
  )

test('a foreign link in an email that lures in the name of the brand is a threat, with the number of reports', () => {
  const verdict = judge('https://sunny-day.test/p/7', lure, 3)
  expect(verdict).toMatchObject({ brandId: 'umber', threatType: 'Phishing page' })
  expect(verdict?.indicators).toContainEqual({ name: 'Reported by mail', value: '3', contribution: 26 })
})

test('what the person who reports says does not speak for the email', () => {
  const words = 'Beware, this is a scam! Is this really from you?'
  expect(judge('https://sunny-day.test/p/7', `${words} ${lure}`)).not.toBeNull()
})

test.each(['https://www.facebook.com/umbervale', 'https://t.me/umbervale'])(
  'a link to a platform is not what the email is reported for: %s',
  (link) => {
    expect(judge(link, lure)).toBeNull()
  },
)

test('a link in an email without the brand, or without a lure, is no threat', () => {
  expect(judge('https://sunny-day.test/p/7', 'Enter your password at once')).toBeNull()
  expect(judge('https://sunny-day.test/p/7', 'Umbervale is my bank. See my holiday')).toBeNull()
})

test('a look-alike address is a threat whatever the email says, and more so when it is reported', () => {
  const link = 'https://umbervale-login.test/'
  const address = { kind: 'address', text: '', links: [] } as const
  const once = judge(link, '', 1, address)
  const often = judge(link, '', 9, address)
  expect(once?.indicators.map(({ name }) => name)).toContain('Reported by mail')
  expect(often?.score).toBeGreaterThanOrEqual(once?.score ?? 1)
})
