import { errors, type ErrorDetail, type PlainReason } from '@signet/contract/errors/errors'
import { isOneOf, keysIn } from '@signet/contract/narrow'
import type * as z from 'zod/mini'
import { AppError, detailOf } from '../errors.ts'

/**
 * Turns the errors of a schema into the details of an answer.
 *
 * @param input the decoded input, to distinguish a missing value from one of the wrong type
 * @param place its location in the request, e.g. `body`
 */
export function refusedInput(error: z.core.$ZodError, input: unknown, place: string): AppError {
  return new AppError('INVALID_INPUT', {}, { details: error.issues.flatMap((issue) => detailsOf(issue, input, place)) })
}

/** The details of one issue: one for each unknown field, otherwise one. */
export function detailsOf(issue: z.core.$ZodIssue, input: unknown, place: string): ErrorDetail[] {
  const steps = [place, ...issue.path]
  const unknown = place.endsWith('filters') ? 'UNKNOWN_FILTER' : 'UNKNOWN_FIELD'
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => detailOf(pathOf([...steps, key]), unknown, {}))
  return [detailOfIssue(pathOf(steps), issue, input)]
}

const pathOf = (steps: readonly PropertyKey[]) => steps.filter((step) => step !== '').join('.')

const tooSmall: Partial<Record<string, 'TEXT_TOO_SHORT' | 'LIST_TOO_SHORT'>> = {
  string: 'TEXT_TOO_SHORT',
  array: 'LIST_TOO_SHORT',
}
const tooBig: Partial<Record<string, 'TEXT_TOO_LONG' | 'LIST_TOO_LONG'>> = {
  string: 'TEXT_TOO_LONG',
  array: 'LIST_TOO_LONG',
}

function detailOfIssue(path: string, issue: z.core.$ZodIssue, input: unknown): ErrorDetail {
  if (isPlain(issue.message)) return detailOf(path, issue.message, {})
  switch (issue.code) {
    case 'invalid_type': {
      const { expected } = issue
      return valueAt(input, issue.path) === undefined
        ? detailOf(path, 'REQUIRED', {})
        : detailOf(path, 'INVALID_TYPE', { expected })
    }
    case 'too_small': {
      const min = Number(issue.minimum)
      return detailOf(path, tooSmall[issue.origin] ?? 'NUMBER_TOO_SMALL', { min })
    }
    case 'too_big': {
      const max = Number(issue.maximum)
      return detailOf(path, tooBig[issue.origin] ?? 'NUMBER_TOO_LARGE', { max })
    }
    case 'invalid_format':
      return detailOf(path, 'INVALID_FORMAT', { format: issue.format })
    case 'invalid_value':
      return detailOf(path, 'NOT_AN_OPTION', { options: issue.values.map(String).join(', ') })
    case 'invalid_key': {
      const [ofName] = issue.issues
      return ofName ? detailOfIssue(path, ofName, input) : detailOf(path, 'INVALID_VALUE', {})
    }
    default:
      return detailOf(path, 'INVALID_VALUE', {})
  }
}

/** The checks of the contract already name their reason. */
const isPlain = (message: string): message is PlainReason =>
  isOneOf(keysIn(errors), message) && errors[message].length === 1

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value: unknown, step) => (typeof value === 'object' && value ? Reflect.get(value, step) : undefined),
    input,
  )
}
