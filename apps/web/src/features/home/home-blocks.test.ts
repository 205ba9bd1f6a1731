import { expect, test } from 'vitest'
import { blocksOf } from './home-blocks.ts'

test('the order of a home comes from the configuration of the company', () => {
  const all = { hasTouts: true, hasPeople: true }
  expect(blocksOf({ navigation: 'standard', ...all })).toEqual(['decide', 'sources', 'touts', 'people'])
  expect(blocksOf({ navigation: 'lottery', ...all })[0]).toBe('touts')
})

test('a home shows no part that its company or its reader does not have', () => {
  expect(blocksOf({ navigation: 'lottery', hasTouts: false, hasPeople: false })).toEqual(['decide', 'sources'])
})
