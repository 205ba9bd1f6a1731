import type { NameMark } from '@signet/contract/threats/marked-name'
import { expect, test } from 'vitest'
import { withWholeBrand } from './whole-brand.ts'

const brand = (start: number, end: number): NameMark => ({ start, end, kind: 'brand' })
const hyphen: NameMark = { start: 8, end: 9, kind: 'hyphen' }

test.each([
  ['in one piece', 'meridian-login.test', 'meridian', [brand(0, 8)], false, ['whole meridian']],
  [
    'with a hyphen that belongs to it',
    'meridian-bank.test',
    'meridian bank',
    [brand(0, 8), hyphen, brand(9, 13)],
    true,
    ['whole meridian-bank'],
  ],
  [
    'never with a hyphen that splits it',
    'meridian-bank.test',
    'meridianbank',
    [brand(0, 8), hyphen, brand(9, 13)],
    false,
    ['brand meridian', 'hyphen -', 'brand bank'],
  ],
  ['never when letters are missing', 'meridan.test', 'meridian', [brand(0, 7)], false, ['brand meridan']],
  ['never without a protected name', 'login.test', '', [brand(0, 0)], false, ['brand ']],
])('a protected name is one mark %s', (_, name, alias, marks, hasHyphens, expected) => {
  const shown = withWholeBrand({ name, alias, marks }, hasHyphens)
  expect(shown.marks.map(({ kind, start, end }) => `${kind} ${name.slice(start, end)}`)).toEqual(expected)
})
