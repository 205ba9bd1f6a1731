// @vitest-environment happy-dom
import type { Role } from '@signet/contract/access/permissions'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serverError, showPage, signIn } from '../../../test/show.tsx'
import { ProfilePage } from './profile-page.tsx'

const details = {
  id: 'u',
  name: 'Ada',
  email: 'ada@x.test',
  phone: null,
  locale: null,
  timeZone: null,
  company: 'bank',
  adminCompanies: [],
  lastSignIn: null,
  mfa: { totp: false, passkeys: 0 },
}
const passkey = { id: 'p', name: 'Laptop', createdAt: '2026-11-01T10:00:00Z', lastUsedAt: null }
const attempt = { at: '2026-11-02T10:00:00Z', ip: '192.0.2.7', userAgent: null, method: 'password', result: 'refused' }

/** Opens the profile, with the answers of the server by the end of the path; all other calls fail. */
async function open(role: Role, answers: Record<string, (init: RequestInit) => Response>): Promise<void> {
  const all: typeof answers = { '/user/details': () => Response.json({ ...details, role }), ...answers }
  await signIn({ role }, (path, init) => {
    const answer = Object.entries(all).find(([end]) => path.endsWith(end))?.[1]
    return answer ? answer(init) : serverError()
  })
  showPage(() => <ProfilePage />)
  await screen.findAllByRole('heading')
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const json = (value: unknown) => () => Response.json(value)

test("a profile that couldn't be loaded says so, and offers to try again", async () => {
  await open('clientPeeker', { '/user/details': serverError })
  await screen.findByRole('heading', { name: "Couldn't load your profile" })
  screen.getByRole('button', { name: 'Retry' })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test.each(['clientPeeker', 'qa'] as const)('%s without a language or time zone sees the ones in use', async (role) => {
  await open(role, {})
  await screen.findByRole('option', { name: 'English (of this device)', selected: true })
  screen.getByRole('button', { name: /^Time zone: .+ \(of this device\)$/ })
})

test('passkeys and sign-ins without any say so, and failed ones are not shown as none', async () => {
  await open('client', { '/user/passkeys': json([]) })
  await screen.findByText('No passkeys yet.')
  await screen.findByRole('heading', { name: "Couldn't load recent sign-ins" })
  expect(screen.queryByText('No sign-ins yet.')).toBeNull()
})

test('a passkey is removed only after a question that says what it means', async () => {
  const methods: string[] = []
  await open('client', {
    '/user/passkeys': json([passkey]),
    '/user/passkeys/p': ({ method = '' }) => {
      methods.push(method)
      return new Response(null, { status: 204 })
    },
  })
  await screen.findByText(/never used/)
  fireEvent.click(screen.getByRole('button', { name: 'Remove Laptop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove passkey Laptop?' }))
  dialog.getByText(/You can no longer sign in with this passkey\./)
  expect(methods).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await expect.poll(() => methods).toEqual(['DELETE'])
})

test('a refused sign-in is in the list, with where it came from', async () => {
  await open('client', { '/user/signIns': json([attempt]) })
  await screen.findByText(/^Password · .* · 192\.0\.2\.7$/)
  screen.getByText('Failed')
})

test('a wrong current password is named at its field, and a short new one before anything is sent', async () => {
  let isSent = false
  const message = 'The current password is wrong.'
  await open('client', {
    '/user/password': () => {
      isSent = true
      const detail = { path: 'body.current', reason: 'PASSWORD_WRONG', parameters: {}, message }
      return Response.json({ code: 'BAD_REQUEST', message, details: [detail] }, { status: 400 })
    },
  })
  const password = await section('Password')
  const submit = () => fireEvent.click(password.getByRole('button', { name: 'Change password' }))
  const type = (label: string, value: string) =>
    fireEvent.change(password.getByLabelText(label, { exact: false }), { target: { value } })
  submit()
  type('Current password', 'old')
  type('New password', 'short')
  submit()
  await password.findByText(/^Use at least/)
  expect(isSent).toBe(false)
  type('New password', 'correct horse battery')
  submit()
  await password.findByText(message)
  expect(password.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
})
