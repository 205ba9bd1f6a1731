// @vitest-environment happy-dom
import type { Leak } from '@signet/contract/leaks/leaks'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../session/session-store.ts'
import { RevealPassword, shownSeconds } from './reveal-password.tsx'
import { show } from '../../../test/show.tsx'

const leak: Leak = {
  id: '00000000-0000-4000-8000-000000000001',
  leakType: 'stealerLogs',
  leakTypeLabel: 'Stealer logs',
  entity: 'package',
  source: 'database',
  date: '2026-11-20T10:00:00Z',
  addedAt: '2026-11-20T10:00:00Z',
  username: 'a@x.example',
  isNameMasked: false,
  isEmployee: true,
  hasPassword: true,
  password: '••••••••',
  canReveal: true,
  status: 'open',
  isDemo: true,
  version: 1,
}
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

let role = 'client'
let mfa = { totp: true, passkeys: 0 }
let reveal: () => Response = () => json({ password: 'planted' })
let sent: unknown[] = []

beforeEach(async () => {
  role = 'client'
  mfa = { totp: true, passkeys: 0 }
  reveal = () => json({ password: 'planted' })
  sent = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (path.startsWith('/api/auth/session')) {
      const user = {
        id: 'u',
        name: 'Q',
        email: 'q@x.test',
        role,
        company: 'bank',
        adminCompanies: [],
        accessToken: 't',
      }
      return Promise.resolve(json({ user, expires: '2027-01-01T00:00:00Z' }))
    }
    if (path.includes('/user/details')) return Promise.resolve(json({ mfa }))
    sent.push(JSON.parse(typeof init.body === 'string' ? init.body : '{}'))
    return Promise.resolve(reveal())
  })
  await refreshSession()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(shown: Leak = leak) {
  show(<RevealPassword leak={shown} />)
}

async function giveCode(code: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  fireEvent.change(await screen.findByLabelText('Verification code'), { target: { value: code } })
  fireEvent.click(screen.getAllByRole('button', { name: 'Show password' }).at(-1) as HTMLElement)
}

test('the password is shown for half a minute after a code, with a note that it was recorded', async () => {
  open()
  await giveCode('123 456')
  await screen.findByText('planted')
  expect(sent).toEqual([{ totp: '123456' }])
  expect(screen.getByText(/recorded in the audit log/)).toBeTruthy()
  vi.useFakeTimers({ now: Date.now() + shownSeconds * 1000 + 1000, toFake: ['Date'] })
  await waitFor(() => expect(screen.queryByText('planted')).toBeNull())
})

test('the password is hidden when the user leaves the window, even in the moment in which it appears', async () => {
  open()
  const left = new Promise<void>((resolve) => {
    const leave = (_changes: unknown, observer: MutationObserver) => {
      if (!screen.queryByText('planted')) return
      observer.disconnect()
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      document.dispatchEvent(new Event('visibilitychange'))
      resolve()
    }
    new MutationObserver(leave).observe(document.body, { childList: true, subtree: true })
  })
  await giveCode('123456')
  await left
  await waitFor(() => expect(screen.queryByText('planted')).toBeNull())
})

test('a wrong code and a reached limit are explained', async () => {
  open()
  const wrongCode = { path: 'body.totp', reason: 'CODE_WRONG', parameters: {}, message: 'is not valid' }
  reveal = () => json({ code: 'BAD_REQUEST', message: 'x', details: [wrongCode] }, 400)
  await giveCode('000000')
  await screen.findByText(/That code isn't valid/)
  reveal = () => json({ code: 'TOO_MANY_REQUESTS', message: 'x' }, 429, { 'retry-after': '7200' })
  fireEvent.click(screen.getAllByRole('button', { name: 'Show password' }).at(-1) as HTMLElement)
  await screen.findByText(/Try again in 2 h/)
})

test('people without two-factor authentication see where to set it up', async () => {
  mfa = { totp: false, passkeys: 0 }
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect((await screen.findByRole('link', { name: /Set up two-factor authentication/ })).getAttribute('href')).toBe(
    '/profile',
  )
})

test('a read-only role gets no button, and a deleted password is named as such', async () => {
  open({ ...leak, canReveal: false })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/No longer stored/)).toBeTruthy()
  cleanup()
  role = 'clientPeeker'
  await refreshSession()
  open()
  expect(screen.queryByRole('button')).toBeNull()
})
