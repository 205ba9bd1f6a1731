import * as z from 'zod/mini'
import { ChildFailure } from './run-limited.ts'

/**
 * Reads what a child process answered. It has read a stranger's file, so its answer is checked like one.
 *
 * @param text JSON
 * @returns the fields of the schema; NUL and lone surrogates, which the database can't store, are replaced
 * @throws ChildFailure for anything that isn't JSON of this shape
 */
export function readAnswer<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text, storable)
  } catch (cause) {
    throw new ChildFailure('The answer is not JSON', { cause })
  }
  const checked = z.safeParse(schema, value)
  if (!checked.success) throw new ChildFailure(`The answer has another shape: ${z.prettifyError(checked.error)}`)
  return checked.data
}

const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value

/**
 * One line of an answer that is read line by line; the caller checks its shape.
 *
 * @throws ChildFailure if it isn't JSON, e.g. because the process was ended in the middle of it
 */
export function lineOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ChildFailure('A line of the answer is not JSON', { cause })
  }
}
