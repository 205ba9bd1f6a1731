import { expect, test } from 'vitest'
import { splitName } from './split-name.ts'

test('distinguishes registry suffixes from hosting suffixes', () => {
  expect(splitName('client.github.io')).toMatchObject({ suffix: 'io', registrable: 'github.io', hostedAt: 'github.io' })
  expect(splitName('a.client.co.uk')).toMatchObject({ suffix: 'co.uk', registrable: 'client.co.uk', hostedAt: '' })
})

test('takes an unknown last label for a suffix', () => {
  expect(splitName('a.client.nosuchtld')).toMatchObject({ registrable: 'client.nosuchtld', registrableAt: 1 })
})

test('finds no registrable domain in a suffix', () => {
  expect(splitName('co.uk')).toMatchObject({ registrable: '', registrableAt: -1 })
  expect(splitName('com')).toMatchObject({ registrable: '', registrableAt: -1 })
})
