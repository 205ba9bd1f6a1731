import { expect, test } from 'vitest'
import { blocksOf } from './home-blocks.ts'

test('the order of the blocks on the home page comes from the configuration of the company', () => {
  const all = { hasTouts: true, hasPeople: true }
  expect(blocksOf({ navigation: 'standard', ...all })).toEqual(['decide', 'sources', 'touts', 'people'])
  expect(blocksOf({ navigation: 'lottery', ...all })[0]).toBe('touts')
})

test('the home page shows no block that the company or the user has no access to', () => {
  expect(blocksOf({ navigation: 'lottery', hasTouts: false, hasPeople: false })).toEqual(['decide', 'sources'])
})
