import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileAssets, ownersOf } from '../match/compile-assets.ts'
import { eachSuspicion, matchName } from '../match/match-name.ts'
import { sheetOf } from './score.ts'
import { termsOf } from '../match/terms.ts'
import { weights } from './weights.ts'
import { weighSighting } from './weigh-sighting.ts'

const asset = (name: string) => ({
  id: name,
  name,
  aliases: [name],
  official: [`${name}.com`, `${name}.co.uk`],
  owner: name,
})
const index = compileAssets(['coinbase', 'apple', 'dhl', 'bankofamerica', 'metamask', 'discord'].map(asset))

const pieces =
  'coinbase coinbsae co1nbase apple pineapple applle dhl dhi bankofarnerica bankofamercia metarnask metamsk disc0rd discords'
const around = 'login secure wallet garden news x qzv 2024 1'
const piece = fc.constantFrom(...`${pieces} ${around}`.split(' '))
const joint = fc.constantFrom('', '', '-', '.', '-x-')
const suffix = fc.constantFrom('com', 'net', 'xyz', 'co.uk', 'web.app', 'gov', 'akadns.net', 'coinbase')
const host = fc
  .tuple(fc.array(fc.tuple(piece, joint), { minLength: 1, maxLength: 5 }), suffix)
  .map(([parts, end]) => `${parts.map(([text, after]) => text + after).join('')}.${end}`.replaceAll(/[.-]*\.+/g, '.'))

test('gives a sighting up early only when it cannot come to the score, and weighs all others as a whole', () => {
  let skipped = 0
  fc.assert(
    fc.property(host, fc.constantFrom(0.01, 0.3, 0.5, 0.9), (name, scoreMin) => {
      eachSuspicion(index, name, ({ read, sighting, official }) => {
        if (!sighting) return
        const whole = sheetOf(termsOf(index, read, sighting, official !== '')!, weights)
        const weighed = weighSighting(index, read, sighting, official !== '', scoreMin)
        if (weighed) expect(weighed.indicators).toEqual(whole.indicators)
        else expect(whole.score).toBeLessThan(scoreMin)
        skipped += weighed ? 0 : 1
      })
    }),
    { numRuns: 1500, seed: 20_251_121 },
  )
  expect(skipped).toBeGreaterThan(100)
})

test('knows the owner of an official host and of all below it, and of no other', () => {
  expect(ownersOf(index, 'a.b.coinbase.co.uk')).toEqual([{ owner: 'coinbase', brandId: 'coinbase' }])
  expect(ownersOf(index, 'coinbase.com.evil.net')).toEqual([])
  expect(ownersOf(index, 'xcoinbase.com')).toEqual([])
  expect(matchName(index, 'a.coinbase.com', { scoreMin: 0 })).toEqual([])
})
