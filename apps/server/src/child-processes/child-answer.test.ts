import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readAnswer } from './child-answer.ts'
import { ChildFailure } from './run-limited.ts'

const Facts = z.object({ title: z.string(), links: z.array(z.string()) })

test('an answer has the fields of its schema and no others, and only text that the database stores', () => {
  const text = String.raw`{"title":"a\u0000b\ud800","links":["c"],"more":1}`
  expect(readAnswer(Facts, text)).toEqual({ title: 'ab\ufffd', links: ['c'] })
})

test('an answer of another shape is a failure that names the field', () => {
  expect(() => readAnswer(Facts, '{"title":"a","links":[1]}')).toThrow(/links\[0\]/)
  expect(() => readAnswer(Facts, '{"title":"a","links":[1]}')).toThrow(ChildFailure)
})

test('an answer that is cut off is a failure', () => {
  expect(() => readAnswer(Facts, '{"title":"a')).toThrow(ChildFailure)
})
