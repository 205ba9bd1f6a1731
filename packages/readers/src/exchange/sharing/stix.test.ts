import { expect, test } from 'vitest'
import { observablesOf } from './stix-observable.ts'
import { readStixPattern } from './stix-pattern.ts'
import { readStixObjects, stixObjectsIn } from './stix.ts'

const valuesOf = (pattern: string) => observablesOf(readStixPattern(pattern) ?? [])

test('a pattern names the values it looks for', () => {
  expect(valuesOf("[domain-name:value = 'a.example' OR (url:value = 'https://b.example/' )]")).toEqual([
    { type: 'domain', value: 'a.example' },
    { type: 'url', value: 'https://b.example/' },
  ])
  expect(valuesOf("[file:hashes.'SHA-256' = 'aa' AND file:hashes.MD5 = 'bb' AND file:name = 'a.exe']")).toEqual([
    { type: 'sha256', value: 'aa' },
    { type: 'md5', value: 'bb' },
    { type: 'filename', value: 'a.exe' },
  ])
  expect(valuesOf("[ipv4-addr:value IN ('192.0.2.1', '192.0.2.2')]").map(({ value }) => value)).toEqual([
    '192.0.2.1',
    '192.0.2.2',
  ])
  expect(valuesOf("[network-traffic:dst_ref.value = '2001:db8::1']")).toEqual([{ type: 'ipv6', value: '2001:db8::1' }])
})

test('quotes and backslashes in values are escaped', () => {
  expect(valuesOf(String.raw`[email-addr:value = 'o\'brien@a.example']`)).toEqual([
    { type: 'email', value: "o'brien@a.example" },
  ])
  expect(valuesOf(String.raw`[file:name = 'C:\\a\\']`)).toEqual([{ type: 'filename', value: 'C:\\a\\' }])
})

test('exclusions and parts of values are no values to look for', () => {
  expect(valuesOf("[domain-name:value != 'a.example']")).toEqual([])
  expect(valuesOf("[domain-name:value NOT = 'a.example']")).toEqual([])
  expect(valuesOf("[domain-name:value NOT IN ('a.example')]")).toEqual([])
  expect(valuesOf("[NOT (domain-name:value = 'a.example' OR url:value = 'https://a.example/')]")).toEqual([])
  expect(valuesOf("[NOT (domain-name:value NOT = 'a.example')]")).toEqual([{ type: 'domain', value: 'a.example' }])
  expect(valuesOf("[url:value LIKE '%a.example%' AND EXISTS file:name]")).toEqual([])
})

test('observations are joined and qualified', () => {
  const pattern = `([a:b[*].c = 5] FOLLOWEDBY [domain-name:value = 'x.example'] REPEATS 5 TIMES) WITHIN 1.5 SECONDS
    AND [a:c > t'2025-01-01T00:00:00Z'] START t'2025-01-01T00:00:00Z' STOP t'2025-01-02T00:00:00Z'`
  expect(readStixPattern(pattern)?.map(({ path, values }) => [path, values[0]])).toEqual([
    ['a:b[*].c', '5'],
    ['domain-name:value', 'x.example'],
    ['a:c', '2025-01-01T00:00:00Z'],
  ])
})

test('a broken pattern is ignored', () => {
  const broken = [
    '',
    '[]',
    "[url:value = 'a]",
    "[url:value 'a']",
    "url:value = 'a'",
    "[url:value = 'a'] or",
    "[url = 'a']",
  ]
  expect(broken.map((pattern) => readStixPattern(pattern))).toEqual(broken.map(() => null))
  expect(readStixPattern(`[${'('.repeat(10_000)}a:b = 1`)).toBeNull()
})

const indicator = (id: string, more: object = {}) => ({
  type: 'indicator',
  id: `indicator--${id}`,
  modified: '2025-01-02T03:04:05Z',
  pattern: "[url:value = 'https://a.example/']",
  pattern_type: 'stix',
  ...more,
})

test('the version that was modified last counts, whatever the order and the digits', () => {
  const { indicators, objects } = readStixObjects([
    indicator('1', { modified: '2025-01-02T03:04:05.5Z', name: 'new' }),
    indicator('1', { modified: '2025-01-02T03:04:05.123456Z', name: 'old' }),
    indicator('1', { name: 'oldest', revoked: true }),
  ])
  expect(objects).toBe(1)
  expect(indicators).toMatchObject([{ name: 'new', revoked: false }])
})

test('the strictest label counts: of the bundle, predefined, or of TLP 2.0', () => {
  const own = {
    type: 'marking-definition',
    id: 'marking-definition--1',
    definition_type: 'tlp',
    definition: { tlp: 'white' },
  }
  const extended = {
    type: 'marking-definition',
    id: 'marking-definition--2',
    extensions: { x: { tlp_2_0: 'amber+strict' } },
  }
  const known = 'marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9'
  const { indicators } = readStixObjects([
    own,
    extended,
    indicator('1', { object_marking_refs: ['marking-definition--1'] }),
    indicator('2', { object_marking_refs: [known, 'marking-definition--2'] }),
    indicator('3', { object_marking_refs: ['marking-definition--9'] }),
    indicator('4'),
  ])
  expect(indicators.map(({ tlp }) => tlp)).toEqual(['clear', 'amber+strict', null, null])
})

test('what is no object or has no valid pattern is counted as skipped', () => {
  const { indicators, skipped, byType } = readStixObjects([
    null,
    { type: 'indicator', id: 'malware--1' },
    indicator('1', { pattern: '[broken' }),
    indicator('2', { pattern: undefined }),
    indicator('3', { pattern: 'rule x {}', pattern_type: 'yara' }),
  ])
  expect(skipped).toBe(4)
  expect(byType).toEqual({ indicator: 3 })
  expect(indicators).toMatchObject([{ patternType: 'yara', observableType: null, values: [], confidence: null }])
})

test('objects come in a bundle, a list or alone', () => {
  expect(stixObjectsIn({ type: 'bundle', id: 'bundle--1', objects: [1] })).toEqual([1])
  expect(stixObjectsIn({ type: 'bundle', id: 'bundle--1' })).toEqual([])
  expect(stixObjectsIn([indicator('1')])).toHaveLength(1)
  expect(stixObjectsIn(indicator('1'))).toHaveLength(1)
  expect(stixObjectsIn({ type: 'message', id: 'x' })).toBeNull()
})
