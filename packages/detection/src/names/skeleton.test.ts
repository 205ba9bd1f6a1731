import { expect, test } from 'vitest'
import { scriptsOf, skeletonOf } from './skeleton.ts'

test('reads look-alikes of other scripts as the Latin letters they resemble', () => {
  for (const [label, skeleton] of [
    ['сlient', 'client'],
    ['сӏіеnt', 'client'],
    ['ϲlιent', 'client'],
    ['ｃｌｉｅｎｔ', 'client'],
    ['𝐜𝐥𝐢𝐞𝐧𝐭', 'client'],
    ['clïênt', 'client'],
    ['ꮯlient', 'client'],
    ['cօinbaꜱe', 'coinbase'],
    ['kraкen', 'kraken'],
    ['client-1', 'client-1'],
  ] as const) {
    expect(skeletonOf(label), label).toBe(skeleton)
  }
})

test('marks characters without a look-alike instead of guessing', () => {
  expect(skeletonOf('例え')).toBe('??')
})

test('names the scripts that a label mixes', () => {
  expect(scriptsOf('сlient')).toEqual(['Latin', 'Cyrillic'])
  expect(scriptsOf('client')).toEqual(['Latin'])
  expect(scriptsOf('клиент')).toEqual(['Cyrillic'])
})
