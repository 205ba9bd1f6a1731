import { expect, test } from 'vitest'
import { withPicture } from './with-picture.ts'

test('a picture like a logo adds a reason with its agreement, and the score stays within 1', () => {
  const indicators = [{ name: 'Brand as its name', contribution: 90 }]
  const verdict = { brandId: 'velmora', threatType: 'Profile', score: 0.9, indicators }
  expect(withPicture(verdict, 0.9687)).toEqual({
    ...verdict,
    score: 1,
    indicators: [...indicators, { name: 'Picture matches a logo', value: '96 %', contribution: 24 }],
  })
})
