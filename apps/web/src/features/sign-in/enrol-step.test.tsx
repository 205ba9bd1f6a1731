// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../test/show.tsx'
import { EnrolStep } from './enrol-step.tsx'

const credentials = { email: 'ada@bank.test', password: 'secret', callbackUrl: '/' }
const onDone = vi.fn<() => Promise<void>>(async () => {})
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const options = {
  challenge: '',
  rp: { name: 'Signet' },
  user: { id: '', name: '', displayName: '' },
  pubKeyCredParams: [],
}

/** Opens the step, with the answers of the server by the end of the path. */
function open(answers: Record<string, () => Response>, { takesPasskeys = false } = {}) {
  if (takesPasskeys) vi.stubGlobal('PublicKeyCredential', Object)
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/csrf')) return Response.json({ csrfToken: 'c' })
    const answer = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
  show(<EnrolStep token="once" credentials={credentials} onDone={onDone} onBack={() => {}} />)
}
const secret = () => Response.json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Signet?secret=ABCDEFGH' })
const refused = (error: string) => () => Response.json({ url: `/?error=${error}` }, { status: 401 })
const enter = async (code: string) => {
  fireEvent.change(await screen.findByLabelText('Verification code'), { target: { value: code } })
  await press('Confirm and sign in')
}

test('without passkeys, the key of an app is shown, and its first code signs in with recovery codes', async () => {
  open({
    'totp/enrol': secret,
    'callback/credentials': () => Response.json({ recoveryCodes: ['one-two', 'three-four'] }),
  })
  await screen.findByText('ABCD EFGH')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')))
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  await enter('123456')
  await screen.findByText(/one-two/)
  expect(onDone).not.toHaveBeenCalled()
  await press("I've saved my codes")
  expect(onDone).toHaveBeenCalledOnce()
})

test('a wrong code says so and keeps the focus', async () => {
  open({ 'totp/enrol': secret, 'callback/credentials': refused('TotpInvalid') })
  await enter('000000')
  await screen.findByText("That code isn't valid. Enter the current one.")
  expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
})

test('a token that has expired, and a server without a response, are named', async () => {
  open({ 'totp/enrol': () => new Response(null, { status: 401 }) })
  await screen.findByText('This setup expired. Go back and sign in again.')
  expect(screen.queryByLabelText('Verification code')).toBeNull()
  open({})
  await screen.findByText("The server didn't respond. Check your connection, then try again.")
})

test('a passkey is offered first; closing the dialog of the browser is no failure, and an app remains', async () => {
  open({ 'passkey/enrol': () => Response.json(options), 'totp/enrol': secret }, { takesPasskeys: true })
  const create = vi.fn<() => Promise<null>>(async () => null)
  vi.stubGlobal('navigator', { credentials: { create } })
  await press('Create a passkey')
  await vi.waitFor(() => expect(create).toHaveBeenCalledOnce())
  expect(screen.getByRole('alert').textContent).toBe('')
  await press('Use authenticator app')
  await screen.findByText('ABCD EFGH')
  await press('Use a passkey')
  await screen.findByRole('button', { name: 'Create a passkey' })
})
