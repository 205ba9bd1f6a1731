import { expect, test } from 'vitest'
import { appVerdict, type AppFacts, type AppReason } from './app-verdict.ts'

const signer = 'ab'.repeat(32)
const betaSigner = 'cd'.repeat(32)
const official = {
  packages: ['com.northwindbank.mobile'],
  labels: ['Northwind Bank', 'بنك نورثويند'],
  certificateSha256s: [signer.toUpperCase().replaceAll(/(..)(?!$)/g, '$1:'), betaSigner],
  iconHashes: ['00ff00ff00ff00ff'],
}
const unrelated: AppFacts = {
  package: 'org.garden.planner',
  labels: ['Garden Planner'],
  permissions: ['android.permission.INTERNET'],
  certificateSha256s: ['ef'.repeat(32)],
  iconHash: 'ff00aa5500112233',
}
const sms = 'android.permission.READ_SMS'
const verdict = (facts: Partial<AppFacts>) => appVerdict({ ...unrelated, ...facts }, official)
const namesOf = (facts: Partial<AppFacts>) => verdict(facts).reasons.map(({ name }) => name)

test('an app of a registered signer is genuine, whatever it is called', () => {
  const genuine = { state: 'genuine', reasons: [] }
  const named = { package: 'com.northwindbank.mobile', labels: ['Northwind Bank'] }
  expect(verdict({ ...named, certificateSha256s: [signer] })).toEqual(genuine)
  expect(verdict({ package: 'com.northwindbank.beta', certificateSha256s: [betaSigner] })).toEqual(genuine)
})

test('an app of another signer with an official package, label or icon impersonates', () => {
  expect(verdict({ labels: ['  northwind  bank '], permissions: [sms] })).toEqual({
    state: 'impersonates',
    reasons: [
      { name: 'sameLabel', value: '  northwind  bank ', official: 'Northwind Bank' },
      { name: 'otherSigner', values: unrelated.certificateSha256s },
      { name: 'riskyPermissions', values: [sms] },
    ],
  })
  expect(namesOf({ package: 'com.northwindbank.mobile' })).toEqual(['samePackage', 'otherSigner'])
  expect(namesOf({ labels: ['Garden', 'بنك نورثويند'] })).toEqual(['sameLabel', 'otherSigner'])
  expect(namesOf({ iconHash: '00ff00ff00ff00fe' })).toEqual(['sameIcon', 'otherSigner'])
})

test('an app that was changed after it was signed is nobody’s', () => {
  expect(namesOf({ package: 'com.northwindbank.mobile', certificateSha256s: [] })).toEqual([
    'samePackage',
    'noValidSignature',
  ])
})

test.each<[AppReason['name'], Partial<AppFacts>]>([
  ['confusablePackage', { package: 'com.northwindbank.mobiIe' }],
  ['confusablePackage', { package: 'com.northwindbank.rnobile' }],
  ['confusableLabel', { labels: ['Nоrthwind Bаnk'] }],
  ['confusableLabel', { labels: ['NorthwindBank™'] }],
  ['confusableLabel', { labels: ['N0rthwind Bank'] }],
])('what looks the same is a reason: %s %o', (name, facts) => {
  expect(namesOf(facts)).toEqual([name, 'otherSigner'])
})

test('one edit alone is no reason, together with another it is', () => {
  const [near, misspelt] = ['com.northwindbank.mobile2', 'Northwynd Bank']
  expect(verdict({ package: near })).toEqual({ state: 'unrelated', reasons: [] })
  expect(verdict({ labels: [misspelt] })).toEqual({ state: 'unrelated', reasons: [] })
  expect(namesOf({ package: near, labels: [misspelt] })).toEqual(['similarPackage', 'similarLabel', 'otherSigner'])
  expect(namesOf({ package: near, permissions: [sms] })).toEqual(['similarPackage', 'otherSigner', 'riskyPermissions'])
})

test('parts in another order are a reason alone, added words only together with another', () => {
  expect(namesOf({ package: 'com.mobile.northwindbank' })).toEqual(['rearrangedPackage', 'otherSigner'])
  const extended = 'com.northwindbank.mobile.loan'
  expect(verdict({ package: extended })).toEqual({ state: 'unrelated', reasons: [] })
  expect(namesOf({ package: extended, permissions: [sms] })).toEqual([
    'extendedPackage',
    'otherSigner',
    'riskyPermissions',
  ])
})

test('other apps stay unrelated, also with risky permissions or labels in the same script', () => {
  for (const labels of [['Northwind Traders'], ['West Bank'], ['بنك الخليج'], [''], []])
    expect(verdict({ labels, permissions: [sms] }), labels[0]).toEqual({ state: 'unrelated', reasons: [] })
  expect(appVerdict(unrelated, { packages: [], labels: [], certificateSha256s: [], iconHashes: [] }).state).toBe(
    'unrelated',
  )
})
