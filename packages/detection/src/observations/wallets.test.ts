import { expect, test } from 'vitest'
import { walletsIn } from './wallets.ts'

// Examples of BIP 173, BIP 350, the genesis block and the documentation of Tron.
const valid = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
]

test.each(valid)('%s is found in a text', (address) => {
  expect(walletsIn(`Send coins to ${address}, today.`)).toEqual([address])
})

test.each([
  ...valid.slice(0, 5).map((address) => `${address.slice(0, -1)}${address.endsWith('a') ? 'b' : 'a'}`),
  '1111111111111111111111111111',
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedff',
  '',
])('%s is none', (text) => {
  expect(walletsIn(text)).toEqual([])
})
