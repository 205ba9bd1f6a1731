import { expect, test } from 'vitest'
import { derivedId } from './derived-id.ts'

test('the same text has the same id in every version of the product', () => {
  expect(derivedId('a name', 8)).toBe('36e96c62-6336-83d6-88e9-8943830ed5c5')
})
