import { expect, test } from 'vitest'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { compileWatch } from '../observations/watch.ts'
import { scoreOf } from '../score/score.ts'
import { judgeListing, type ListingIcon } from './judge-listing.ts'

const watch = compileWatch({
  brands: [
    {
      name: 'Northwind Bank',
      key: 'northwind',
      aliases: ['northwindbank'],
      official: ['northwindbank.test'],
      handles: [],
      phones: [],
      accounts: [],
    },
  ],
  domains: [],
  people: [],
  apps: [{ name: 'Northwind Mobile', packageName: 'com.northwindbank.mobile', signerSha256: [] }],
})
const ownIcon = '00ff00ff00ff00ff'
const noIcon: ListingIcon = { hash: null, agreement: null, codes: [] }
const judge = (name: string, handle: string, icon: Partial<ListingIcon> = {}) => {
  const listing: SourceObservation = {
    source: 'APK',
    kind: 'app',
    id: handle,
    at: null,
    url: null,
    fields: { appName: name, packageName: handle, store: 'Google Play', publisher: 'Fast Tools' },
    names: [name, 'Fast Tools'],
    handle,
    text: '',
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
  return judgeListing(watch, listing, { ...noIcon, ...icon }, [ownIcon])
}

test('an app with the icon of an official app has that as one more reason, and it adds to the score', () => {
  const copied = judge('Northwind Bank Loan', 'com.fast.loan', { hash: '00ff00ff00ff00fe' })
  expect(copied?.indicators).toContainEqual({ name: 'Icon of an official app', contribution: 34 })
  expect(copied?.score).toBe(scoreOf(copied?.indicators ?? []))
  const named = judge('Northwind Bank Loan', 'com.fast.loan')
  expect(named?.indicators.map(({ name }) => name)).not.toContain('Icon of an official app')
  expect(copied?.score).toBeGreaterThan(named?.score ?? 1)
})

test('a package name like the official one is a reason under any name', () => {
  expect(judge('Quick Cash', 'com.northwindbank.mobile.loan')).toMatchObject({ brandId: 'northwind' })
})

test('an icon alone is too little, together with a logo of the company it is enough', () => {
  expect(judge('Quick Cash', 'com.fast.cash', { hash: ownIcon })).toBeNull()
  expect(judge('Quick Cash', 'com.fast.cash', { hash: ownIcon, agreement: 0.97 })).toMatchObject({
    brandId: 'northwind',
    threatType: 'Fake app',
  })
})

test('an app that has nothing of the company is none', () => {
  expect(judge('Garden Planner', 'org.garden.planner', { hash: 'ff00aa5500112233' })).toBeNull()
})
