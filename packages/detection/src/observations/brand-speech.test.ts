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

test('a brand opens a sentence after an emoji', () => {
  for (const text of [
    'Great news 🎉 Orbank pays you',
    'Great news ❤️ Orbank pays you',
    'Great news 👩‍💻 Orbank pays you',
  ])
    expect(brandSpeechOf(text, at(text, 'Orbank'))).toMatchObject({ isOpening: true })
  const text = 'Great news from 3 friends of Orbank'
  expect(brandSpeechOf(text, at(text, 'Orbank'))).toMatchObject({ isOpening: false })
})

test('millions are no sum that an advertisement promises to its reader', () => {
  for (const text of [
    'Orbank lends $50 million',
    'Orbank lends $50 mn',
    '€1.5 bn of loans',
    'Orbank lends $ 500,000 million',
  ])
    expect(brandSpeechOf(text, null)).toMatchObject({ sum: null })
  expect(brandSpeechOf('Orbank gives you $50 today', null)).toMatchObject({ sum: '$50' })
})
