import { expect, test } from 'vitest'
import { sharedShapes } from './check-shapes.ts'

const shared = (...texts: string[]) => [...sharedShapes(new Map(texts.map((text, at) => [`${at}.ts`, text]))).values()]

test('a type that stands in two files is found, in any order of its fields', () => {
  const inOneLine = 'const drawn = (box: { y: number; x: number; width: number }) => box'
  const declared = 'interface Box {\n  /** From the left. */\n  x: number\n  readonly y: number\n  width: number\n}'
  expect(shared(inOneLine, declared)).toEqual([['0.ts', '1.ts']])
})

test('a schema that stands in two files is found', () => {
  const schema = 'z.object({ id: z.string(), name: z.string(), isStaff: z.boolean() })'
  expect(shared(`const A = ${schema}`, `const b = z.array(${schema})`)).toEqual([['0.ts', '1.ts']])
})

test('a type that stands twice in one file is found', () => {
  expect(shared('type A = { a: 1; b: 2; c: 3 }\nconst b = (of: { a: 1; b: 2; c: 3 }) => of')).toEqual([
    ['0.ts', '0.ts'],
  ])
})

test('two fields, and fields of other types, are no finding', () => {
  expect(shared('type A = { x: number; y: number }', 'type B = { x: number; y: number }')).toEqual([])
  expect(shared('type A = { a: number; b: number; c: 1 }', 'type B = { a: number; b: number; c: 2 }')).toEqual([])
})
