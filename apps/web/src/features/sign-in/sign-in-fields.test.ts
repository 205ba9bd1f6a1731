import { authErrors } from '@signet/contract/access/session'
import { expect, test } from 'vitest'
import { authErrorText } from './auth-error-text.ts'
import { setUpFaultText } from './set-up-fault-text.ts'
import { firstWrongField } from './sign-in-fields.ts'

test('the first invalid field is reported', () => {
  expect(firstWrongField({ email: '', password: '' })?.name).toBe('email')
  expect(firstWrongField({ email: 'a@b.example', password: '' })?.name).toBe('password')
  expect(firstWrongField({ email: ' a@b.example ', password: 'x' })).toBeNull()
})

test('every error code of the session calls has a text', () => {
  const setUp = [
    'NO_SECRET',
    'MISSING_NEXTAUTH_API_ROUTE_ERROR',
    'CALLBACK_CREDENTIALS_HANDLER_ERROR',
    'EMAIL_REQUIRES_ADAPTER_ERROR',
    'MISSING_ADAPTER_METHODS_ERROR',
    'CALLBACK_CREDENTIALS_JWT_ERROR',
    'INVALID_CALLBACK_URL_ERROR',
  ]
  for (const code of authErrors) expect(authErrorText(code), code).toMatch(/\.$/)
  for (const code of setUp) expect(setUpFaultText(code), code).toMatch(/\.$/)
  expect(authErrorText('SomethingElse')).toBeNull()
  expect(authErrorText('toString')).toBeNull()
})
