import { expect, test } from 'vitest'
import { ChildFailure } from '../../child-processes/run-limited.ts'
import { recordIn } from './read-file.ts'
import { messageIn } from './read-rows.ts'

test('a line of the reader of rows that is cut off, or no row, is a failure of the reader', () => {
  expect(messageIn('{"line":2,"values":{"host":"a.example"}}')).toEqual({ line: 2, values: { host: 'a.example' } })
  for (const line of ['{"line":2,"val', '"text"', '{"line":2}', '{"line":2,"values":{"host":{}}}', '{"kind":7}'])
    expect(() => messageIn(line), line).toThrow(ChildFailure)
})

test('a record that is cut off, or no object, is a failure of the reader', () => {
  expect(recordIn('{"host":"a.example"}')).toEqual({ host: 'a.example' })
  for (const line of ['{"host":"a.ex', '"text"', '7']) expect(() => recordIn(line), line).toThrow(ChildFailure)
})
