import { expect, test } from 'vitest'
import { techniqueOf } from './technique.ts'

test.each([
  ['combosquat', 'Brand as a separate word', 'Brand as a separate word'],
  ['combosquat', 'Brand + extra text', 'Brand + extra text'],
  ['typo', 'Misspelt brand as a separate word', 'Misspelt brand as a separate word'],
  ['combosquat', 'Certificate from free CA', 'Name + extra text'],
  ['leet', 'Brand as a separate word', 'Digits instead of letters'],
  ['subdomain-typo', 'Exact brand name', 'Name as a subdomain'],
  ['subdomain-typo', 'Misspelt brand name', 'Misspelt name as a subdomain'],
])('the technique of a %s with the reason “%s” is called “%s”', (value, reason, called) => {
  expect(techniqueOf(value, [{ name: 'Password field' }, { name: reason }])).toBe(called)
})
