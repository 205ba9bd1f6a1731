// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SignInAnswer } from '../../session/sign-in-client.ts'
import { authErrorText, noAnswer } from './auth-error-text.ts'
import { useSignIn } from './use-sign-in.ts'

const navigate = vi.hoisted(() => vi.fn<(to: unknown) => Promise<void>>(async () => {}))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate, invalidate: async () => {} }) }))
function start(email = 'a@x.test', password = 'secret') {
  const focus = vi.fn<(name: string) => void>()
  const { result } = renderHook(() => useSignIn({ error: undefined, callbackUrl: '/reports', focus }))
  act(() => result.current.setFields({ email, password }))
  const attempt = (answer: Partial<SignInAnswer> | null) =>
    act(() => result.current.attempt(async () => answer as SignInAnswer | null))
  return { result, focus, attempt }
}

test('a wrong password says so and gets the focus', async () => {
  const { result, focus, attempt } = start()
  await attempt({ ok: false, status: 401, error: 'CredentialsSignin' })
  expect(result.current.failure).toBe(authErrorText('CredentialsSignin'))
  expect(focus).toHaveBeenLastCalledWith('password')
  expect(result.current.isBusy).toBe(false)
})

test('an account with a second factor is asked for a code, and going back clears the error', async () => {
  const { result, focus, attempt } = start()
  await attempt({ ok: false, status: 401, error: 'TotpRequired' })
  expect(result.current.step).toEqual({ kind: 'code', hasPasskey: false })
  await attempt({ ok: false, status: 401, error: 'TotpInvalid' })
  expect(focus).toHaveBeenLastCalledWith('totp')
  act(() => result.current.goTo({ kind: 'password' }))
  expect(result.current.failure).toBeNull()
})

test('an expired password leads to the page for a new one, which leads back', async () => {
  const { attempt } = start()
  await attempt({ ok: false, status: 401, error: 'PasswordChangeRequired', token: 'once' })
  expect(navigate).toHaveBeenLastCalledWith({
    to: '/auth/reset',
    search: { token: 'once', error: 'PasswordChangeRequired', callbackUrl: '/reports' },
  })
})

test('a missing response is a failure, a closed passkey dialog is not', async () => {
  const { result, attempt } = start()
  await attempt(null)
  expect(result.current.failure).toBeNull()
  await act(() => result.current.attempt(() => Promise.reject(new Error('offline'))))
  expect(result.current.failure).toBe(noAnswer())
})
