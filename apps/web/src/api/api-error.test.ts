import { expect, test } from 'vitest'
import { server } from '../words/de-server.ts'
import { named } from '../words/named/names.ts'
import { useLanguage } from '../words/words.ts'
import { ApiError, errorText } from './api-error.ts'
import { problemsOf } from './field-problems.ts'

const stale = new ApiError('This takedown was changed by someone else. Reload and try again.', {
  code: 'CONFLICT',
  reason: 'STALE_VERSION',
  parameters: { what: 'takedown' },
  status: 409,
})
const short = {
  path: 'body.name',
  reason: 'TEXT_TOO_SHORT',
  parameters: { min: 3 },
  message: 'Enter at least 3 characters.',
}
const refused = new ApiError('body.name: Enter at least 3 characters.', {
  code: 'BAD_REQUEST',
  reason: 'INVALID_INPUT',
  status: 400,
  details: [{ ...short, reason: 'TEXT_TOO_SHORT' }],
})
const unknown = new ApiError('Something of a later version.', { code: 'CONFLICT', reason: 'LATER', status: 409 })

test("a failed call is shown with the server's sentence", () => {
  expect(errorText(stale)).toBe('This takedown was changed by someone else. Reload and try again.')
  expect(errorText(refused)).toBe('Enter at least 3 characters.')
  expect(errorText(new ApiError('', { code: 'OFFLINE', status: 0 }))).toMatch(/didn't respond/)
})

test('in German the names of statuses in a sentence are German', () => {
  const parameters = { what: 'takedown', from: 'Resolved', to: 'Draft' }
  const notAllowed = new ApiError('', { code: 'CONFLICT', reason: 'STATUS_NOT_ALLOWED', parameters, status: 409 })
  useLanguage('de', { server, named })
  expect(errorText(notAllowed)).toBe('Dieser Takedown kann nicht von „Abgeschlossen“ zu „Entwurf“ wechseln.')
  useLanguage('en')
})

test('in German the sentence is made from the reason and its parameters', () => {
  useLanguage('de', { server })
  expect(errorText(stale)).toMatch(/^Dieser Takedown wurde inzwischen von jemand anderem geändert\./)
  expect(problemsOf(refused, ['name'])).toEqual({ fields: { name: 'Geben Sie mindestens 3 Zeichen ein.' }, form: null })
  expect(errorText(unknown)).toBe('Something of a later version.')
  useLanguage('en')
})
