import { describe, expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { qaStages } from '@signet/contract/review/qa'
import { titleOf } from '@signet/contract/threats/sources'
import { threatStatuses } from '@signet/contract/threats/threats'
import { dayMs } from '@signet/contract/time'
import { sourceInfoOf, toutSources } from '@signet/contract/touts/tout-sources'
import { severityOfRank } from '@signet/contract/threats/severities'
import { indicatorGlossary } from '@signet/detection'
import { builtInDescriptionOf } from '@signet/server/features/indicators/glossary'
import { severityOfScore } from '@signet/server/features/threats/found/severity-of-score'
import { liveThrough } from '../companies/company-year.ts'
import { demoCompanies } from '../companies/demo-companies.ts'
import { drawCapture } from '../pictures/draw-capture.ts'
import { digestOf } from '../threats/make-threats.ts'
import { makeTouts } from './make-touts.ts'
import { randomOf } from '../random.ts'
import { toutTrades, type ToutTrade } from './tout-trades.ts'
import { sumOf } from '../threats/weigh-indicators.ts'
import { worlds } from '../worlds/index.ts'

const today = new Date('2026-11-20T15:20:00Z')
const withTouts = worlds.filter(({ company }) => company.modules.touts)

describe.each(withTouts)('the touts of $company.name', (own) => {
  const yearOf = (seed: number) => {
    const random = randomOf(seed, own.company.key)
    const made = makeTouts(own, toutTrades[own.company.trade] as ToutTrade, random.fork('touts'), today)
    return liveThrough(own, random, made, today)
  }
  const data = yearOf(1)

  test('are the same for the same seed and instant', () => {
    expect(digestOf(yearOf(1))).toBe(digestOf(data))
    expect(digestOf(yearOf(2))).not.toBe(digestOf(data))
  })

  test('come from every source, in every stage of review and with every decision', () => {
    const has = (key: 'source' | 'stage' | 'status') => new Set(data.threats.map((tout): string => tout[key]))
    expect(has('source')).toEqual(new Set(toutSources))
    // Merging is done by reviewers; the demo doesn't merge its duplicates.
    expect(has('stage')).toEqual(new Set(qaStages.filter((stage) => stage !== 'merged')))
    // A takedown begins with its recorded case.
    expect(has('status')).toEqual(new Set(threatStatuses.filter((status) => status !== 'takedown')))
    expect(data.threats.length).toBeGreaterThan(600)
    for (const rows of [data.orders, data.analyses, data.remarks, data.bookmarks])
      expect(rows.length).toBeGreaterThan(5)
    const ages = data.threats.map(({ firstSeen }) => today.getTime() - firstSeen.getTime())
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeGreaterThan(370 * dayMs)
  })

  test('are pictured by drawings of their own that run and load nothing', () => {
    for (const tout of data.threats) {
      const svg = required(drawCapture(tout, own), 'The capture')
      expect(Buffer.byteLength(svg), tout.title).toBeLessThanOrEqual(6 * 1024)
      expect(svg).not.toMatch(/<(script|style|image|use|foreignObject|a|iframe|animate|set)\b/i)
      expect(svg).not.toMatch(/\b(?:href|src|on[a-z]+)=|url\(|javascript:|data:|@import|&#/i)
      expect(svg).not.toMatch(/\b(NaN|undefined|null)\b/)
    }
  })

  test('are pictured with who follows them, whole within the picture', () => {
    const pictures = data.threats.map((tout) => required(drawCapture(tout, own), 'The capture'))
    const lines = pictures.flatMap((svg) => [...svg.matchAll(/<text x="(\d+)" y="54" font-size="18"[^>]*>([^<]*)</g)])
    expect(new Set(lines.map(([, , text]) => text?.split(' ')[1]))).toEqual(
      new Set(['followers', 'members', 'subscribers', 'installs']),
    )
    // A letter is assumed to be 0.6 times as wide as it is high.
    for (const [, x, text = ''] of lines) expect(Number(x) + text.length * 18 * 0.6, text).toBeLessThanOrEqual(960)
  })

  test('are typed, titled and explained, and their reasons add up', () => {
    for (const tout of data.threats) {
      const info = sourceInfoOf('tout', tout.source)
      expect(tout.kind).toBe('tout')
      expect(info.types, tout.title).toContain(tout.threatType)
      expect(tout.title).toBe(titleOf(tout.source, tout.threatType, tout.fields))
      const known = new Set([...info.fields.map(({ field }) => field.split('.')[0]), 'followers', 'createdOn'])
      for (const field of Object.keys(tout.fields)) expect(known, tout.source).toContain(field)
      expect(Math.min(100, sumOf(tout.indicators)), tout.title).toBe(tout.score)
      expect(severityOfRank(severityOfScore(tout.score))).toBe(tout.severity)
      for (const { name } of tout.indicators) expect(builtInDescriptionOf(name, tout.source), name).toBeDefined()
    }
  })

  test('of apps and extensions name who publishes them', () => {
    const programs = data.threats.filter(({ source }) => source === 'APK' || source === 'Extension')
    expect(programs.length).toBeGreaterThan(20)
    for (const { fields, title } of programs) expect(fields['publisher'], title).toMatch(/^\S+ \S+/)
  })

  test('have reasons that the detector gives, and the prices and tools that their reasons speak of', () => {
    const known = new Set<string>(indicatorGlossary.map(({ name }) => name))
    const valueOf = (tout: (typeof data.threats)[number], name: string) =>
      tout.indicators.find((indicator) => indicator.name === name)?.value
    const priced = data.threats.filter(({ fields }) => fields['faceValue'] !== undefined)
    expect(priced.length).toBeGreaterThan(30)
    for (const tout of data.threats) {
      expect(tout.indicators.length, tout.title).toBeGreaterThanOrEqual(1)
      for (const { name } of tout.indicators) expect(known, tout.title).toContain(name)
      expect(valueOf(tout, 'Uses a booking bot'), tout.title).toBe(tout.fields['tool'])
    }
    for (const tout of priced) {
      const [price, faceValue] = [Number(tout.fields['price']), Number(tout.fields['faceValue'])]
      expect(valueOf(tout, 'Sells above face value')).toContain(`${price} / ${faceValue} EUR`)
    }
  })

  test('speak of their company and of no other, and point nowhere', () => {
    const others = demoCompanies.filter((company) => company !== own.company).map(({ word }) => word)
    for (const tout of data.threats) {
      const text = JSON.stringify(tout).toLowerCase()
      expect(JSON.stringify(tout.fields).toLowerCase()).toContain(own.company.word)
      for (const word of others) expect(text).not.toContain(word)
      for (const [, host] of text.matchAll(/https?:\/\/([^/"\s]+)/g)) expect(host).toMatch(/\.(example|invalid|test)$/)
    }
  })
})
