import { expect, test } from 'vitest'
import { isCef, readCef } from './cef.ts'
import { isEcs, readEcs } from './ecs.ts'

test('fields of CEF are unescaped once, and values end where the next key begins', () => {
  const lines = [
    String.raw`<134>Jan 2 host CEF:1|a\|b|c\\|1|id|n|10|msg=one two\nthree url=https://a.example/?x\=1&y=2 path=C:\\new cs1= empty=`,
    'Jan 2 host something else',
    'CEF:0|too|few|fields',
  ].join('\r\n')
  expect(readCef(lines)).toEqual({
    items: [
      {
        version: 1,
        vendor: 'a|b',
        product: 'c\\',
        deviceVersion: '1',
        signatureId: 'id',
        name: 'n',
        severity: '10',
        ext: { msg: 'one two\nthree', url: 'https://a.example/?x=1&y=2', path: 'C:\\new', cs1: '', empty: '' },
      },
    ],
    skipped: 2,
  })
})

test('a log that mentions CEF is not CEF', () => {
  expect(isCef('CEF:0|a|b|c|d|e|f|\n')).toBe(true)
  expect(isCef('sends CEF:0|a|b|c|d|e|f|\none\ntwo\n')).toBe(false)
  expect(isCef('CEF:0|a|b')).toBe(false)
})

test('fields of ECS are nested or have dots in their names', () => {
  const documents = [
    { threat: { indicator: { type: 'domain-name', url: { domain: 'a.example' }, marking: { tlp: 'WHITE' } } } },
    { 'threat.indicator.type': 'ipv4-addr', 'threat.indicator.ip': ['192.0.2.1'] },
    { threat: { 'indicator.type': 'file', 'indicator.file': { 'hash.sha256': 'aa' } } },
    { threat: { indicator: { type: 'url' } } },
    { message: 'no indicator' },
    null,
  ]
  expect(isEcs(documents)).toBe(true)
  const { items, skipped } = readEcs(documents)
  expect(items.map(({ type, value }) => [type, value])).toEqual([
    ['domain-name', 'a.example'],
    ['ipv4-addr', '192.0.2.1'],
    ['file', 'aa'],
  ])
  expect(items[0]?.tlp).toBe('clear')
  expect(skipped).toBe(3)
})
