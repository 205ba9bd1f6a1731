import { expect, test } from 'vitest'
import { brandSpeechOf } from './brand-speech.ts'

const at = (text: string, brand: string) => ({ start: text.indexOf(brand), end: text.indexOf(brand) + brand.length })

test('a brand opens a sentence after the end of another one', () => {
  const text = 'It rained all day. Register now with Orbank'
  expect(brandSpeechOf(text, at(text, 'Orbank'))).toEqual(
    brandSpeechOf('Register now with Orbank', { start: 18, end: 24 }),
  )
})

test('twenty thousand signs before a brand are read at once', () => {
  const text = `${'©'.repeat(19_000)} ${'a'.repeat(900)}. Orbank`
  const readMany = () => Array.from({ length: 50 }, () => brandSpeechOf(text, at(text, 'Orbank')))
  expect(readMany()).toHaveLength(50)
})
