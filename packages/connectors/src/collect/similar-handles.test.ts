import { expect, test } from 'vitest'
import { similarHandles } from './similar-handles.ts'

const all = () => true

test('begins with the names themselves, then with those of help desks, in turns', () => {
  const handles = similarHandles(['Harbour Bank', '@harbourpay'], all)
  expect(handles.slice(0, 4)).toEqual(['harbourbank', 'harbourpay', 'harbourbank_official', 'harbourpay_official'])
  expect(handles).toContain('harbourbank_support')
  expect(handles).toContain('harbourpay_help')
})

test('has look-alike letters, doubled and omitted ones', () => {
  const handles = similarHandles(['solen'], all)
  for (const each of ['s0len', 'so1en', 'soien', 'ssolen', 'soolen', 'sole', 'slen']) expect(handles).toContain(each)
})

test('has each name once, only those that the provider can have, and not too many', () => {
  const names = ['Harbour Bank', 'harbour-bank', 'Harbour Pay', 'Harbour Cards', 'Harbour Invest']
  const handles = similarHandles(names, (handle) => !handle.includes('.'))
  expect(new Set(handles).size).toBe(handles.length)
  expect(handles.some((handle) => handle.includes('.'))).toBe(false)
  expect(handles).toHaveLength(60)
})

test('does not vary names that are too short, or have no Latin letters', () => {
  expect(similarHandles(['HB', '港湾银行', ''], all)).toEqual([])
})
