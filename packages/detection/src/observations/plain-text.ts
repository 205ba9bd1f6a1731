import { skeletonOf } from '../names/skeleton.ts'

/** Letters that decomposition leaves as they are, and the plain ones they are written as. */
const plainLetters: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' }

/**
 * A text in the form that words are compared in: compatibility forms resolved (NFKC), lower case, without invisible characters, accents of
 * Latin letters and Arabic vowel marks. Words that mix Latin with Cyrillic or Greek letters are read as what they look like.
 */
export function plainText(text: string): string {
  // Most texts are plain already.
  if (/^[\t\n\r -~]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[a-z])\p{M}+|[\p{Cf}\u034f\u0640\u064b-\u0652]/gu, '')
    .normalize('NFC')
    .replaceAll(/[ıłøđßæœ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[\p{L}\p{N}]+/gu, unmixed)
}

const unmixed = (word: string) => (/[a-z]/.test(word) && /[\u0370-\u052f]/.test(word) ? skeletonOf(word) : word)
