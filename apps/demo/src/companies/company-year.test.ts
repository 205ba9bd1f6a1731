import { describe, expect, test } from 'vitest'
import { everySource, fieldOf, threatSources, titleOf } from '@signet/contract/threats/sources'
import { takedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { remarkKinds, ThreatDetail } from '@signet/contract/threats/threats'
import { dayMs } from '@signet/contract/time'
import { severityOfRank } from '@signet/contract/threats/severities'
import { indicatorGlossary } from '@signet/detection'
import { builtInDescriptionOf } from '@signet/server/features/indicators/glossary'
import { historyText } from '@signet/server/features/audit/history-text'
import { severityOfScore } from '@signet/server/features/threats/found/severity-of-score'
import type { DemoData, DemoThreat } from '../demo-data.ts'
import { drawCapture } from '../pictures/draw-capture.ts'
import { digestOf } from '../threats/make-threats.ts'
import { generateCompanyYear } from './company-year.ts'
import { sumOf } from '../threats/weigh-indicators.ts'
import { worlds } from '../worlds/index.ts'

const today = new Date('2026-11-20T15:20:00Z')
const captureBytesMax = 6 * 1024

function countBy<T>(list: readonly T[], keyOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of list) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}

const reserved = /\.(example|invalid|test)$/

function allText({ threats, remarks, audit }: DemoData): string {
  return JSON.stringify([threats, remarks, audit]).replaceAll(String.raw`\n`, ' ')
}

/** The brand, including misspelled and respelled forms. */
const likeness: Record<string, RegExp> = {
  meridian: /m.{0,2}r.{0,2}d.{0,6}n|xn--/i,
  kestrel: /k.{0,3}s.{0,4}[rlt]|xn--/i,
  larkspur: /[l1].{0,2}r.{0,2}k.{0,4}p|larkpsur|xn--/i,
}

const whatHappened = ({ threats, orders, analyses }: DemoData) => [
  threats.map(({ id, source, severity, stage, status, title }) => [id, source, severity, stage, status, title]),
  orders.map(({ threatId, goal, remark }) => [threatId, goal, remark]),
  analyses.map(({ threatId, status }) => [threatId, status]),
]

describe.each(worlds)('the year of $company.name', (world) => {
  const data = generateCompanyYear(world, { seed: 1, today })
  const captures = data.threats.flatMap((threat) => {
    const svg = drawCapture(threat, world)
    return svg === null ? [] : [{ threat, svg }]
  })
  const ageOf = (threat: DemoThreat) => today.getTime() - threat.firstSeen.getTime()
  const shareOf = (severity: string) =>
    data.threats.filter((threat) => threat.severity === severity).length / data.threats.length

  test('the same seed and instant give the same data, another seed other data', () => {
    expect(digestOf(generateCompanyYear(world, { seed: 1, today }))).toBe(digestOf(data))
    expect(digestOf(generateCompanyYear(world, { seed: 2, today }))).not.toBe(digestOf(data))
  })

  test('at any other hour and on any other day it is the same year, only later', () => {
    for (const later of ['2026-11-20T23:59:00Z', '2026-11-22T00:01:00Z', '2027-02-28T12:34:56Z'])
      expect(whatHappened(generateCompanyYear(world, { seed: 1, today: new Date(later) }))).toEqual(whatHappened(data))
  })

  test('every source has at least fifteen threats, and names are the most common', () => {
    const counts = countBy(data.threats, ({ source }) => source)
    for (const source of threatSources) expect(counts[source], source).toBeGreaterThanOrEqual(15)
    const [first, second] = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
    expect([first?.[0], second?.[0]]).toEqual(['Domain', 'URL'])
    expect(data.threats.length).toBeGreaterThan(1200)
  })

  test('severities come in the shares of a normal year', () => {
    expect(shareOf('Critical')).toBeCloseTo(0.08, 1)
    expect(shareOf('High')).toBeCloseTo(0.22, 1)
    expect(shareOf('Medium')).toBeCloseTo(0.4, 1)
  })

  test('every threat is typed and titled by its source and speaks of the company', () => {
    for (const threat of data.threats) {
      expect(everySource[threat.source].types as readonly string[], threat.title).toContain(threat.threatType)
      expect(threat.title).toBe(titleOf(threat.source, threat.threatType, threat.fields))
      const known = new Set<string>([
        ...everySource[threat.source].fields.map(({ field }) => field.split('.')[0] as string),
        'registrable_domain',
        'publishedOn',
      ])
      for (const field of Object.keys(threat.fields)) expect(known, threat.source).toContain(field)
    }
    const unspoken = data.threats.filter(({ fields }) => !likeness[world.company.word]?.test(JSON.stringify(fields)))
    expect(unspoken.map(({ title }) => title)).toEqual([])
  })

  test('no threat is there twice', () => {
    const keys = new Set(data.threats.map(({ source, fingerprint }) => `${source} ${fingerprint}`))
    expect(keys.size).toBe(data.threats.length)
    const ids = [data.threats, data.analyses, data.remarks, data.audit].flatMap((rows) => rows.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('every reason is one that the detector gives; they add up to the score, and the score means the severity', () => {
    const known = new Set<string>(indicatorGlossary.map(({ name }) => name))
    for (const threat of data.threats) {
      expect(threat.indicators.length, threat.title).toBeGreaterThanOrEqual(1)
      for (const { name } of threat.indicators) expect(known, threat.title).toContain(name)
      expect(Math.min(100, sumOf(threat.indicators)), threat.title).toBe(threat.score)
      expect(severityOfRank(severityOfScore(threat.score))).toBe(threat.severity)
    }
  })

  test('a page that the detector finds hardly suspicious does not show the mark of the brand', () => {
    const pages = captures.filter(({ threat }) => threat.source === 'Domain' || threat.source === 'URL')
    const low = pages.filter(
      ({ threat }) => threat.severity === 'Low' && !/Brand in the page title/.test(JSON.stringify(threat.indicators)),
    )
    expect(low.length).toBeGreaterThan(20)
    for (const { threat, svg } of low) expect(svg, threat.title).not.toMatch(/fill="none" stroke="#ffffff"/)
    const copied = pages.filter(({ threat }) => threat.severity === 'Critical')
    expect(copied.some(({ svg }) => svg.includes('fill="none" stroke="#ffffff"'))).toBe(true)
  })

  test('the glossary explains every indicator', () => {
    const unknown = data.threats.flatMap(({ source, indicators }) =>
      indicators.filter(({ name }) => !builtInDescriptionOf(name, source)).map(({ name }) => `${source}: ${name}`),
    )
    expect([...new Set(unknown)]).toEqual([])
  })

  test('every stage of review is present; deletions wait for the reviewer who signs in', () => {
    const counts = countBy(data.threats, ({ stage }) => stage)
    // At most every second threat of the last days waits.
    expect(counts['queued']).toBeLessThanOrEqual(world.reviews.queued)
    expect(counts['queued']).toBeGreaterThan(world.reviews.queued * 0.85)
    expect(counts['watchlist']).toBe(world.reviews.watched)
    expect(counts['deletionPending']).toBe(world.reviews.deletionPending)
    expect(counts['deleted']).toBe(world.reviews.deleted)
    for (const threat of data.threats) {
      expect(threat.publishedAt !== null).toBe(threat.stage === 'published')
      if (threat.stage === 'deletionPending') expect(threat.stagedBy).not.toBe('qa')
      if (threat.stage === 'deleted' || threat.stage === 'deletionPending') expect(threat.stageReason).toBeTruthy()
      if (threat.stage !== 'published') expect(threat.status).toBe('open')
    }
    const filtered = data.threats.filter(({ autoFiltered }) => autoFiltered).length
    expect(filtered / data.threats.length).toBeCloseTo(0.06, 2)
  })

  test('what reviewers write agrees with the capture, the type and the other threats on the domain', () => {
    const reviewed = data.threats.filter(({ stageReason }) => stageReason !== null)
    const domains = countBy(
      data.threats.filter(({ source }) => source === 'Domain' || source === 'URL'),
      ({ fields }) => fieldOf(fields, 'registrable_domain') ?? '',
    )
    for (const threat of reviewed) {
      const svg = drawCapture(threat, world)
      const { source, stage, stageReason, fields } = threat
      const about = `${threat.title}: ${stageReason}`
      if (source !== 'Domain' && source !== 'URL') {
        expect(stageReason, about).not.toMatch(/parked|server|page|redirect/i)
        continue
      }
      if (threat.class === 'lure-url') {
        expect(stageReason, about).toMatch(/client/)
        continue
      }
      // Nobody only watches a page that asks for a password, and nothing is taken down on a domain that is deleted.
      if (stage === 'watchlist') expect(svg ?? '', about).not.toContain('>Password<')
      expect(domains[fieldOf(fields, 'registrable_domain') ?? ''], about).toBe(1)
      expect(/parked|parking|advertising/i.test(stageReason ?? ''), about).toBe(
        svg?.includes('This name is parked') ?? false,
      )
      const isGone = svg === null || svg.includes('>404<')
      expect(/offline|server|not found|removed/i.test(stageReason ?? ''), about).toBe(isGone)
    }
    expect(new Set(reviewed.map(({ stageReason }) => stageReason)).size).toBeGreaterThan(20)
  })

  test('nothing is later than today, and things happen in their order', () => {
    for (const threat of data.threats) {
      const seen = threat.sightings.map(({ seenAt }) => seenAt.getTime())
      expect(seen.length).toBeGreaterThanOrEqual(1)
      expect(seen.length).toBeLessThanOrEqual(6)
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      expect(seen[0]).toBe(threat.firstSeen.getTime())
      expect(seen.at(-1)).toBe(threat.lastSeen.getTime())
      expect(threat.stagedAt >= threat.firstSeen).toBe(true)
      for (const at of [threat.lastSeen, threat.stagedAt, threat.capturedAt, threat.publishedAt ?? today])
        expect(at.getTime(), threat.title).toBeLessThanOrEqual(today.getTime())
    }
    const others = [...data.audit.map(({ at }) => at), ...data.remarks.map(({ at }) => at)]
    expect(others.every((at) => at <= today)).toBe(true)
  })

  test('the last hours are busy, weekends are quiet, and both waves stand out', () => {
    const lastHours = data.threats.filter((threat) => ageOf(threat) < dayMs / 4)
    expect(lastHours.filter(({ stage }) => stage === 'published').length).toBeGreaterThanOrEqual(5)
    expect(lastHours.filter(({ stage }) => stage === 'queued').length).toBeGreaterThanOrEqual(5)
    const between = (from: number, until: number) =>
      data.threats.filter((threat) => ageOf(threat) >= from * dayMs && ageOf(threat) < until * dayMs)
    expect(between(0, 30).length).toBeGreaterThan(between(60, 90).length * 2)
    expect(between(153, 163).length).toBeGreaterThan(between(170, 180).length * 2)
    expect(between(8, 14).length).toBeGreaterThan(between(18, 24).length * 1.5)
  })

  test('takedowns are ordered with every status that the product can lead them to', () => {
    const counts = countBy(data.orders, ({ goal }) => goal)
    for (const status of takedownStatuses)
      expect(counts[status] ?? 0, status).toBeGreaterThanOrEqual(status === 'draft' ? 0 : 3)
    // No call opens a case as a draft.
    expect(counts['draft']).toBeUndefined()
    for (const { requestedAt } of data.orders) expect(requestedAt.getTime()).toBeLessThan(today.getTime())
  })

  test('no takedown is ordered of a redirect of the company itself', () => {
    const redirects = new Set(data.threats.flatMap((threat) => (threat.class === 'lure-url' ? threat.id : [])))
    expect(redirects.size).toBeGreaterThan(0)
    expect(data.orders.filter(({ threatId }) => redirects.has(threatId))).toEqual([])
  })

  test('cases and decisions agree with their threats', () => {
    const threatOf = new Map(data.threats.map((threat) => [threat.id, threat]))
    for (const { threatId, requestedAt } of data.orders) {
      const threat = threatOf.get(threatId)
      expect(threat?.stage).toBe('published')
      expect(threat?.publishedAt?.getTime()).toBeLessThanOrEqual(requestedAt.getTime())
      // Its case is recorded and changes the threat when it is loaded.
      expect(threat?.status).toBe('open')
    }
    expect(new Set(data.orders.map(({ threatId }) => threatId)).size).toBe(data.orders.length)
    expect(Object.keys(countBy(data.analyses, ({ status }) => status)).toSorted()).toEqual(
      ['aborted', 'completed', 'inProgress', 'requested'].toSorted(),
    )
    for (const { threatId, status } of data.analyses)
      expect(threatOf.get(threatId)?.status).toBe(status === 'aborted' ? 'open' : 'deeperAnalysis')
    for (const remark of data.remarks) {
      expect(remarkKinds as readonly string[]).toContain(remark.kind)
      expect(threatOf.get(remark.threatId)?.stage).toBe('published')
    }
    for (const { threatId } of data.bookmarks) expect(threatOf.get(threatId)?.stage).toBe('published')
  })

  test('the team is a few days late with one analysis at most', () => {
    const open = data.analyses.filter(({ status }) => status === 'requested' || status === 'inProgress')
    const late = open.filter(({ dueAt }) => dueAt < today)
    expect(late.length).toBeLessThanOrEqual(1)
    for (const { dueAt } of late) expect(today.getTime() - dueAt.getTime()).toBeLessThan(3 * dayMs)
  })

  test('what clients write fits the kind of the threat', () => {
    const sourceOf = new Map(data.threats.map(({ id, source }) => [id, source]))
    const remarks = [
      ...data.remarks.map(({ threatId, text }) => ({ threatId, text })),
      ...data.orders.map(({ threatId, remark }) => ({ threatId, text: remark ?? '' })),
    ]
    for (const { threatId, text } of remarks) {
      const source = sourceOf.get(threatId) ?? ''
      const isName = source === 'Domain' || source === 'URL'
      if (isName) expect(text).not.toMatch(/account|branch|\bapp\b/)
      else expect(text, source).not.toMatch(/registrar|\bsite\b|redirect/)
    }
  })

  test('nobody writes the name of the company like a common noun', () => {
    const { word } = world.company
    const texts = [
      ...data.remarks.map(({ text }) => text),
      ...data.orders.map(({ remark }) => remark ?? ''),
      ...data.threats.map(({ stageReason }) => stageReason ?? ''),
      ...captures.map(({ svg }) => svg.replaceAll(/<[^>]*>/g, '\n')),
    ]
    // It may be part of an address or an account, but doesn't stand alone in lower case or as a plural.
    const asNoun = new RegExp(String.raw`(?<![\w.@/-])(?:${word}|\w*${word}s)(?![\w.@/-])`)
    expect(`a page of the ${word}`).toMatch(asNoun)
    for (const text of texts) expect(text).not.toMatch(asNoun)
  })

  test('what is recorded has words for the timeline, and the version of a threat counts its changes', () => {
    for (const entry of data.audit) expect(historyText(entry.action, entry.after)).not.toBe(entry.action)
    const changes = countBy(
      data.audit.filter(({ targetType }) => targetType === 'threat'),
      ({ targetId }) => targetId,
    )
    for (const threat of data.threats) expect(threat.version).toBe(1 + (changes[threat.id] ?? 0))
  })

  test('look-alikes of one group share their registrable domain', () => {
    const registrable = data.threats.flatMap(({ fields }) => fieldOf(fields, 'registrable_domain') ?? [])
    const shared = countBy(registrable, (domain) => domain)
    expect(Object.values(shared).filter((count) => count >= 2).length).toBeGreaterThan(60)
    expect(Math.max(...Object.values(shared))).toBeGreaterThanOrEqual(8)
  })

  test('every address, number and mail host is of a reserved range', () => {
    const text = allText(data) + captures.map(({ svg }) => svg.replace('http://www.w3.org/2000/svg', '')).join('\n')
    for (const [, host = ''] of text.matchAll(/https?:\/\/([^/?#\s"')<]+)/g)) expect(host).toMatch(reserved)
    for (const [, host = ''] of text.matchAll(/[\w.-]@([\w-]+(?:\.[\w-]+)+)/g)) expect(host).toMatch(reserved)
    for (const [address] of text.matchAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g))
      expect(address).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\./)
    for (const [number] of text.matchAll(/\+\d[\d *]{6,}/g))
      expect(number.trim()).toMatch(/^\+(44 20 7946 0[\d*]{3}|1 202 555 01\d\d)$/)
    expect(text).not.toMatch(/\b[a-z0-9-]+\.(?:com|net|org|io|info|biz|co|uk|de|fr|me)\b/i)
    for (const { source, fields } of data.threats) {
      const hosts = ['domain_name', 'host', 'registrable_domain'].map((field) => fields[field])
      for (const host of hosts) if (typeof host === 'string') expect(host, source).toMatch(reserved)
    }
  })

  test('a page that did not answer has no capture', () => {
    const silent = data.threats.filter(({ indicators }) =>
      indicators.some(({ name }) => name === 'Web server not responding' || name === 'Does not resolve'),
    )
    expect(silent.length).toBeGreaterThan(100)
    for (const threat of silent) expect(drawCapture(threat, world), threat.title).toBeNull()
  })

  test('captures are whole pictures of their own that run and load nothing', () => {
    for (const { threat, svg } of captures) {
      expect(Buffer.byteLength(svg), threat.title).toBeLessThanOrEqual(captureBytesMax)
      expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"')).toBe(true)
      expect(svg).not.toMatch(/<(script|style|image|use|foreignObject|a|iframe|animate|set)\b/i)
      expect(svg).not.toMatch(/\b(?:href|src|on[a-z]+)=|url\(|javascript:|data:|@import|&#/i)
      expect(svg).not.toMatch(/\b(NaN|undefined|null)\b/)
      const outside = svg.replaceAll(/<\/?[a-z]+(?: [a-z-]+="[^"<>]*")*\/?>/gi, '')
      expect(outside, threat.title).not.toMatch(/[<>]/)
    }
  })

  test('text in a capture cannot leave its place', () => {
    const threat = data.threats.find(({ source }) => source === 'WhatsApp')
    const name = '</text><script>alert(1)</script>"&'
    const svg = drawCapture({ ...(threat as DemoThreat), title: name, fields: { message: name, Profile: name } }, world)
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;')
  })

  test('every threat fits the contract of its source', () => {
    for (const source of threatSources) {
      const threat = data.threats.find((one) => one.source === source) as DemoThreat
      const sent = {
        ...threat.fields,
        ...threat,
        firstSeen: threat.firstSeen.toISOString(),
        lastSeen: threat.lastSeen.toISOString(),
        publishedAt: null,
        sightings: threat.sightings.length,
        reasons: threat.indicators.map(({ name }) => name),
        reasonCount: threat.indicators.length,
        bookmarked: false,
        takedown: null,
        deeperAnalysis: null,
        isDemo: true,
        url: threat.url ?? undefined,
        official: [],
        proofs: [],
        officialBrand: null,
        markedName: null,
        verdict: null,
        evidence: [],
        sightingList: [],
        history: [],
        remarks: [],
        traits: [],
        related: [],
        number: 'T-1',
        requests: [],
      }
      expect(ThreatDetail.safeParse(sent).error, source).toBe(undefined)
    }
  })

  test('nothing of it names another company of the demo', () => {
    const text = (JSON.stringify(data) + captures.map(({ svg }) => svg).join('\n')).toLowerCase()
    expect(text).toContain(world.company.word)
    for (const { company } of worlds) if (company !== world.company) expect(text).not.toContain(company.word)
  })
})
