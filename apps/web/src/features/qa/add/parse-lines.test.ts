import { sources } from '@signet/contract/threats/sources'
import { expect, test } from 'vitest'
import { parseLines, undefanged } from './parse-lines.ts'

const domains = {
  kind: 'threat',
  source: 'Domain',
  threatType: 'Phishing site',
  fields: sources.Domain.fields,
} as const
const profiles = { kind: 'threat', source: 'Twitter', threatType: 'Scam post', fields: sources.Twitter.fields } as const

test('a line with one value is the title; empty lines count but are skipped', () => {
  const { lines } = parseLines('one.test\n\n  two.test  \r\n', domains)
  expect(lines).toEqual([
    { line: 1, fields: { domain_name: 'one.test' } },
    { line: 3, fields: { domain_name: 'two.test' } },
  ])
})

test('the following columns are the other fields in their order', () => {
  expect(parseLines('Ada Bank\tadabank', profiles).lines[0]?.fields).toEqual({ Name: 'Ada Bank', Handle: 'adabank' })
})

test('a header line names the columns, including type and severity', () => {
  const { lines, hasHeader } = parseLines('Handle;severity;Type;Profile name\n@ada;critical;Scam post;Ada', profiles)
  expect(hasHeader).toBe(true)
  expect(lines).toEqual([
    { line: 2, fields: { Handle: '@ada', Name: 'Ada' }, severity: 'Critical', threatType: 'Scam post' },
  ])
})

test('an unknown severity or a value without a column is a problem of that line', () => {
  const { lines } = parseLines('Handle,severity\n@ada,awful\n@bob,Low,more', profiles)
  expect(lines.map(({ problem }) => problem)).toEqual([
    { column: 'severity', value: 'awful' },
    { column: '', value: 'more' },
  ])
})

test('a type is accepted in any case, and one the source does not have is a problem of that line', () => {
  const { lines } = parseLines('Handle,type\n@ada,SCAM post\n@bob,Nonsense', profiles)
  expect(lines[0]?.threatType).toBe('Scam post')
  expect(lines[1]).toEqual({ line: 3, fields: { Handle: '@bob' }, problem: { column: 'type', value: 'Nonsense' } })
})

test('defanged addresses are kept as they are', () => {
  expect(undefanged('hxxps://login[.]meridian[.]test/a')).toBe('https://login.meridian.test/a')
  expect(parseLines('meridian[.]test', domains).lines[0]?.fields).toEqual({ domain_name: 'meridian.test' })
})
