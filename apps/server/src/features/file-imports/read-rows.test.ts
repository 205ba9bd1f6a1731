import { expect, test } from 'vitest'
import { ChildFailure } from '../../child-processes/run-limited.ts'
import { messageIn } from './read-rows.ts'

test('a line of the reader of rows that is cut off, or no row, is a failure of the reader', () => {
  expect(messageIn('{"line":2,"values":{"host":"a.example"}}')).toEqual({ line: 2, values: { host: 'a.example' } })
  for (const line of ['{"line":2,"val', '"text"', '{"line":2}', '{"line":2,"values":{"host":{}}}'])
    expect(() => messageIn(line), line).toThrow(ChildFailure)
})
