import { expect, test } from 'vitest'
import { packageLikeness, type PackageLikeness } from './package-likeness.ts'

const official = 'com.northwindbank.mobile'

test.each<[string, PackageLikeness]>([
  ['com.northwindbank.mobile', 'same'],
  ['com.NorthwindBank.mobile', 'confusable'],
  ['com.northwindbаnk.mobile', 'confusable'],
  ['com.northwindbank.mоbilе', 'confusable'],
  ['com.northwindbank.mobiIe', 'confusable'],
  ['com.northwindbank.rnobile', 'confusable'],
  ['com.n0rthwindbank.mobile', 'confusable'],
  ['com.northvvindbank.mobile', 'confusable'],
  ['com.mobile.northwindbank', 'rearranged'],
  ['mobile.northwindbank.com', 'rearranged'],
  ['com_northwindbank_mobile', 'rearranged'],
  ['com.northwindbank.mobile.loan', 'extended'],
  ['com.northwindbank.mobile.app2', 'extended'],
  ['com.northwindbank.loan.mobile', 'extended'],
  ['in.com.northwindbank.mobile', 'extended'],
  ['com.northwindbank.mobileloan', 'extended'],
  ['com.northwindbank.mobile_kyc', 'extended'],
  ['com.northwindbank.mobile.garden', 'extended'],
  ['com.northwindbnak.mobile', 'oneEdit'],
  ['com.northwindbank.mobile2', 'oneEdit'],
  ['com.northwindbnk.mobile', 'oneEdit'],
  ['com.northwindbank.loan', 'related'],
  ['com.northwindbank.app2', 'related'],
  ['net.northwindbank', 'related'],
  ['com.quickcash.northwindbank', 'related'],
  ['org.northwindbankloans.app', 'related'],
])('%s is like the official package: %s', (name, likeness) => {
  expect(packageLikeness(name, [official])).toEqual({ likeness, value: name, official })
})

test.each([
  '',
  'com.mobile',
  'com.bank.mobile',
  'com.northwindtraders.mobile',
  'com.northwind.mobile',
  'com.westbank.mobile',
  'org.garden.planner',
  'com.bank.mobile.loan',
  'com.northwindbank.garden',
  'com.planner.garden.northwindbankers',
  'com.northwyndbonk.mobile',
  `com.${'northwindbank.'.repeat(40)}mobile`,
])('%s is not', (name) => {
  expect(packageLikeness(name, [official])).toBeUndefined()
})

test('a name of usual words only is like those that have all of it, and not like others of usual words', () => {
  const usual = ['com.bank.mobile']
  expect(packageLikeness('com.bank.mobile.loan', usual)?.likeness).toBe('extended')
  for (const name of ['com.mobile.bank', 'com.bank.loan', 'com.bank'])
    expect(packageLikeness(name, usual), name).toBeUndefined()
})

test('the closest of several official packages is the one it is like', () => {
  const officials = ['com.northwindbank.business', official]
  expect(packageLikeness('com.northwindbank.mobile.loan', officials)).toMatchObject({ official })
})
