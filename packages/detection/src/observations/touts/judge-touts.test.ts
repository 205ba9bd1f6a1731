import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceObservationKinds, type SourceObservation } from '@signet/contract/collection/source-observations'
import { everySourceName, type AnySource } from '@signet/contract/threats/sources'
import { sourcesOfTouts } from '@signet/contract/touts/tout-sources'
import { indicatorGlossary } from '../../score/indicators.ts'
import { exampleObservation } from '../observation-examples.ts'
import { compileWatch, compileWatches } from '../watch.ts'
import { judgeTout, judgeToutForEach } from './judge-touts.ts'

const assets = {
  brands: [
    {
      key: 'rail',
      name: 'Quayline Rail',
      aliases: ['quayline'],
      official: ['quayline.example'],
      handles: [],
      phones: ['+44 20 7946 0101'],
      accounts: [],
    },
  ],
  domains: [],
  people: [],
  apps: [],
  partners: [
    { name: 'Amity', role: 'agent' as const, domains: [], handles: [], phones: ['+44 20 7946 0202'], accounts: [] },
  ],
}
const watch = compileWatch(assets)
type Parts = Partial<Omit<SourceObservation<AnySource>, 'source'>> & { source?: AnySource }
const observed = ({ source = 'Telegram', ...parts }: Parts): SourceObservation<AnySource> => ({
  ...exampleObservation({ kind: 'post', ...parts }),
  source,
})
const judged = (parts: Parts) => judgeTout(watch, observed(parts))
const reasonsOf = (parts: Parts) => judged(parts)?.indicators.map(({ name }) => name) ?? []

describe('a tout', () => {
  test('is listed with what its text says of the offer', () => {
    const verdict = judged({
      text: 'Quayline sold out? 12 tickets for Friday, face value 40 EUR, 95 EUR each. Our bot books them. +91 90000 12345',
    })
    expect(verdict).toMatchObject({
      brandId: 'rail',
      source: 'Telegram',
      threatType: 'Resale at a markup',
      fields: { price: 95, faceValue: 40, currency: 'EUR', quantity: 12 },
    })
    expect(verdict?.indicators.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Sells above face value',
        'Bulk offer',
        'Promises tickets that are sold out',
        'Foreign phone number',
      ]),
    )
  })

  test.each<[string, string]>([
    ['en', 'Quayline tatkal tickets, our software books first, 500 extra per ticket'],
    ['de', 'Quayline Fahrkarten, ausverkauft, verkaufe 20 Plätze, Aufpreis 40 %'],
    ['fr', 'Je vends 10 billets Quayline, complet partout, 120 EUR au lieu de 45 EUR'],
    ['es', 'Vendo 15 billetes de Quayline, agotados, 90 EUR, precio original 35 EUR'],
    ['pt', 'Vendo 12 bilhetes Quayline, esgotados, 80 EUR em vez de 30 EUR'],
    ['it', 'Vendo 12 biglietti Quayline, tutto esaurito, 80 EUR invece di 30 EUR'],
    ['nl', 'Verkoop 12 kaartjes Quayline, uitverkocht, 80 EUR in plaats van 30 EUR'],
    ['pl', 'Sprzedam 14 biletów Quayline, wyprzedane, 200 zł zamiast 80 zł'],
    ['tr', 'Quayline bilet satılık, 12 bilet, tükendi, iki katı fiyat'],
    ['id', 'Jual 10 tiket Quayline, habis di web, biaya tambahan 50'],
    ['ru', 'Продам билеты Quayline, 20 мест, наценка 50 %, распроданы'],
    ['hi', 'Quayline तत्काल टिकट कन्फर्म, 500 रुपये अतिरिक्त, उपलब्ध'],
    ['ar', 'للبيع تذاكر Quayline نفدت من الموقع، ضعف السعر'],
    ['ja', 'Quayline チケット 譲ります 完売 上乗せ'],
    ['zh', 'Quayline 车票 代购 售罄 加价50元'],
  ])('is recognised in %s', (_, text) => {
    expect(judged({ text })).not.toBeNull()
  })

  test.each<[AnySource, Parts, string]>([
    [
      'Extension',
      { kind: 'app', names: ['Quayline Autofill'], text: 'Fills passengers and solves captchas for Quayline tickets' },
      'Automatic booking',
    ],
    [
      'APK',
      { kind: 'app', names: ['Quayline Ticket Bot'], text: 'Books tickets automatically' },
      'Automatic booking app',
    ],
    [
      'GitHub',
      { kind: 'code', names: ['a/quayline-queue-bot'], text: 'Skips the waiting room of Quayline' },
      'Queue jumping script',
    ],
    ['YouTube', { names: ['Book Quayline seats with a bot'], text: '' }, 'Automatic booking guide'],
    [
      'DarkWeb',
      { kind: 'claim', text: 'Quayline booking software, 20 user ids included, for sale' },
      'Sale of booking software',
    ],
    [
      'GoogleMaps',
      { kind: 'place', names: ['Quayline Ticket Agency'], text: 'Waiting list tickets confirmed' },
      'Unauthorised agency',
    ],
    ['Telegram', { text: 'Quayline lottery: sure numbers for the draw, fee 50 USD, pay first' }, 'Tip selling'],
  ])('of %s has a type of its own', (source, parts, type) => {
    const verdict = judged({ ...parts, source })
    expect(verdict?.threatType).toBe(type)
    expect(sourcesOfTouts[verdict?.source ?? 'URL'].types).toContain(type)
  })

  test('of a source that touts don’t have is listed by its address', () => {
    const advertisement = judged({
      source: 'Advertisements',
      kind: 'advertisement',
      url: 'https://ads.test/1',
      names: ['Seat Exchange'],
      text: 'Quayline tickets for sold out trains, 89 EUR instead of 29 EUR',
      fields: { advertiser: 'Seat Exchange', landingUrl: 'https://seats.test/q' },
    })
    expect(advertisement).toMatchObject({
      source: 'URL',
      threatType: 'Classified advertisement',
      fields: { link: 'https://seats.test/q', domain_name: 'seats.test', urlSource: 'Advertisements', price: 89 },
    })
    expect(
      judged({ source: 'EASM', text: 'Quayline tickets sold out, 12 seats for sale, double the price' }),
    ).toBeNull()
  })

  test('is one of the company that it names', () => {
    const [rail] = assets.brands
    const both = compileWatches(
      new Map([
        ['a', assets],
        ['b', { ...assets, brands: rail ? [{ ...rail, name: 'Corvane Trains', aliases: ['corvane'] }] : [] }],
      ]),
    )
    const verdicts = judgeToutForEach(
      both,
      observed({ text: 'Corvane sold out? We sell 20 seats at double the price' }),
    )
    expect([...verdicts.keys()]).toEqual(['b'])
  })
})

describe('no tout', () => {
  test.each([
    'Selling my Quayline ticket at face value, 45 EUR, I am ill',
    'Anyone want my Quayline ticket for tonight? Paid 28 EUR, yours for 28 EUR',
    'Looking for 2 Quayline tickets, will pay face value',
    'Police arrest agents who sold Quayline tatkal tickets with illegal software',
    'Complaint: touts grab all Quayline tickets with bots and sell them at double the price',
    'Beware of a fake page that sells Quayline tickets above the fare, it is a scam',
    'Quayline tickets from 19 EUR at https://quayline.example/book',
    'My Quayline ticket was 45 EUR and the train was two hours late',
    '12 tickets for sale at double the price, sold out everywhere',
  ])('is who writes: %s', (text) => {
    expect(judged({ text })).toBeNull()
  })

  test('is the phone number of an authorised agent', () => {
    const text = 'Quayline tickets for sale, sold out elsewhere.'
    expect(reasonsOf({ text: `${text} +91 90000 12345` })).toContain('Foreign phone number')
    expect(reasonsOf({ text: `${text} 12 seats, double the price, +44 20 7946 0202` })).not.toContain(
      'Foreign phone number',
    )
  })
})

const hostile = fc
  .array(
    fc.constantFrom(
      'quayline',
      'quауline',
      ' ',
      '.',
      ',',
      '1',
      '000',
      '€',
      '%',
      'tickets',
      'sell',
      'instead of',
      'bot',
      'sold out',
      '\u200b',
      'билет',
      '票',
      'x',
      '(',
      ')',
      '?',
      '\n',
      'double the price',
      '💥',
      'sure numbers',
      'for',
      'https://a.test/',
    ),
    { maxLength: 200 },
  )
  .map((parts) => parts.join(''))

test('no text makes it fail: scores stay in range, reasons are in the glossary, types belong to the source', () => {
  const known = new Set<string>(indicatorGlossary.map(({ name }) => name))
  fc.assert(
    fc.property(
      fc.record({
        source: fc.constantFrom(...everySourceName),
        kind: fc.constantFrom(...sourceObservationKinds),
        names: fc.array(hostile, { maxLength: 2 }),
        text: hostile,
        url: fc.option(hostile),
        fields: fc.dictionary(
          fc.constantFrom('price', 'faceValue', 'quantity', 'link', 'landingUrl', 'title'),
          hostile,
        ),
      }),
      (parts) => {
        const verdict = judged(parts)
        if (!verdict) return
        expect(verdict.score).toBeGreaterThanOrEqual(0.5)
        expect(verdict.score).toBeLessThanOrEqual(1)
        expect(sourcesOfTouts[verdict.source].types).toContain(verdict.threatType)
        for (const name of ['price', 'faceValue', 'quantity'])
          if (typeof verdict.fields[name] === 'number') expect(verdict.fields[name]).toBeGreaterThan(0)
        for (const { name, value } of verdict.indicators) {
          expect(known).toContain(name)
          expect(value?.length ?? 0).toBeLessThanOrEqual(200)
        }
      },
    ),
    { numRuns: 500 },
  )
})
