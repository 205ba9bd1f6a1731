import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePunycode, encodePunycode, labelToUnicode } from './punycode.ts'

test('decodes the sample strings of RFC 3492, section 7.1', () => {
  expect(decodePunycode('egbpdaj6bu4bxfgehfvwxn')).toBe('ليهمابتكلموشعربي؟')
  expect(decodePunycode('ihqwcrb4cv8a8dqg056pqjye')).toBe('他们为什么不说中文')
  expect(decodePunycode('Proprostnemluvesky-uyb24dma41a')).toBe('Pročprostěnemluvíčesky')
  expect(decodePunycode('2-u9tlzr9756bt3uc0v')).toBe('ひとつ屋根の下2')
  expect(decodePunycode('-> $1.00 <--')).toBe('-> $1.00 <-')
})

test('leaves plain and broken labels as they are', () => {
  expect(labelToUnicode('xn--mnchen-3ya')).toBe('münchen')
  expect(labelToUnicode('munich')).toBe('munich')
  expect(labelToUnicode('xn--99999999')).toBe('xn--99999999')
  expect(decodePunycode('a\u00e9-x')).toBeNull()
})

test('agrees with the host parser of the platform', () => {
  for (const word of ['сlient', 'zürich', 'ελλάδα', 'bücher', '例え', 'kraķen']) {
    const label = new URL(`http://${word}.com/`).hostname.split('.')[0] ?? ''
    expect(labelToUnicode(label)).toBe(word)
  }
})

test('never throws, whatever it is given', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => decodePunycode(text) !== undefined))
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9-]{0,63}$/), (text) => decodePunycode(text) !== undefined))
})

test('encodes what it decodes', () => {
  // RFC 3492, section 7.1 (S), and the result of a browser.
  expect(encodePunycode('3年b組金八先生')).toBe('3b-ww4c5e180e575a65lsy2b')
  const label = fc.string({
    unit: fc.constantFrom(...Array.from('abcz09-äöüßжаеօ中国日本𝒳')),
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(fc.property(label, (text) => decodePunycode(encodePunycode(text)) === text))
})
