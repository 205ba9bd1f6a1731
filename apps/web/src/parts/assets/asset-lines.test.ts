import { describe, expect, test } from 'vitest'
import {
  appsText,
  brandOf,
  domainsOf,
  draftOf,
  emptyBrand,
  handlesText,
  keyOf,
  listOf,
  partnersText,
  peopleText,
  readApps,
  readHandles,
  readPartners,
  readPeople,
} from './asset-lines.ts'

describe('a pasted list', () => {
  test('is split at lines, commas and semicolons, without repeats', () => {
    expect(listOf(' a.example \n\nb.example, a.example;c.example ')).toEqual(['a.example', 'b.example', 'c.example'])
  })

  test('of domains takes addresses as they are copied from a browser', () => {
    expect(domainsOf('https://www.Umber.example/pay?x=1\number.example\nhttp://login.umber.example:8443')).toEqual([
      'umber.example',
      'login.umber.example',
    ])
    expect(domainsOf('www.umber.example, umber.example/contact')).toEqual(['www.umber.example', 'umber.example'])
  })

  test('of handles accepts the common names of the sources', () => {
    const { items, faults } = readHandles(
      'Twitter @umber\nFacebook: umber.official\nGoogle Maps Umber Bank\nMastodon @x',
    )
    expect(items).toEqual([
      { source: 'Twitter', handle: '@umber' },
      { source: 'FB', handle: 'umber.official' },
      { source: 'GoogleMaps', handle: 'Umber Bank' },
    ])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('4')
    expect(readHandles(handlesText(items)).items).toEqual(items)
  })

  test('of people only needs names, and is shown again as it was entered', () => {
    const text = 'Ada Umber; Chief executive; ada@umber.example, ada@home.example; Twitter @ada\nBo Umber'
    const { items, faults } = readPeople(text)
    expect(faults).toEqual([])
    expect(items).toEqual([
      {
        name: 'Ada Umber',
        title: 'Chief executive',
        emails: ['ada@umber.example', 'ada@home.example'],
        handles: [{ source: 'Twitter', handle: '@ada' }],
      },
      { name: 'Bo Umber', title: '', emails: [], handles: [] },
    ])
    expect(peopleText(items)).toBe(text)
    expect(readPeople('Ada; CEO; not a mail').faults).toHaveLength(1)
  })

  test('of apps accepts signers with or without colons', () => {
    const digits = 'ab'.repeat(32)
    const { items, faults } = readApps(
      `Umber Pay; com.umber.pay; ${digits.replaceAll(/(..)(?=.)/g, '$1:').toUpperCase()}\nX; com`,
    )
    expect(items).toEqual([{ name: 'Umber Pay', packageName: 'com.umber.pay', signerSha256: [digits] }])
    expect(faults).toHaveLength(1)
    expect(readApps(appsText(items)).items).toEqual(items)
  })
})

test('a partner is read with everything it has, and shown again as it was entered', () => {
  const text = 'Umber Travel; Reseller; umbertravel.example, +44 20 7946 0300, travel@upi; Telegram umber_travel'
  const { items, faults } = readPartners(text)
  expect(faults).toEqual([])
  expect(items).toEqual([
    {
      name: 'Umber Travel',
      role: 'reseller',
      domains: ['umbertravel.example'],
      handles: [{ source: 'Telegram', handle: 'umber_travel' }],
      phones: ['+44 20 7946 0300'],
      accounts: ['travel@upi'],
    },
  ])
  expect(partnersText(items)).toBe(text)
  expect(readPartners('A; agent; https://www.a.example/shop?x=1').items).toMatchObject([{ domains: ['a.example'] }])
  const wrong = readPartners('Umber Travel\nB; agent; ???')
  expect(wrong.faults[0]).toContain('1')
  expect(wrong.faults[1]).toContain('???')
})

describe('a brand', () => {
  test('gets its key and the term to search for from its name when it is new', () => {
    expect(brandOf({ ...emptyBrand, name: 'Ümber Pay', official: 'Umber.example\npay.umber.example' })).toMatchObject({
      key: 'umber-pay',
      name: 'Ümber Pay',
      aliases: ['ümberpay'],
      official: ['umber.example', 'pay.umber.example'],
    })
  })

  test('keeps its key when it is renamed', () => {
    const brand = brandOf({ ...emptyBrand, name: 'Umber', aliases: 'umber' })
    expect(brandOf({ ...draftOf(brand), name: 'Umber Group' })).toEqual({ ...brand, name: 'Umber Group' })
  })

  test('gets a key of letters, digits and hyphens whatever its name', () => {
    expect(keyOf('  Größe & Söhne, Inc. ')).toBe('gro-e-sohne-inc')
    expect(keyOf('!!!')).toBe('')
  })
})
