// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../test/show.tsx'
import { SsoStep } from './sso-step.tsx'

/** Starts single sign-on, which the server answers with this. */
function start(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/csrf') ? Response.json({ csrfToken: 'c' }) : answer(),
  )
  show(<SsoStep email="ada@bank.test" callbackUrl="/" onBack={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

test('an address without single sign-on says what to check', async () => {
  start(async () => Response.json({ url: '/api/auth/signin?error=OAuthSignin' }))
  await screen.findByText(/^We couldn't start single sign-on\./)
})

test('too many attempts and a missing response say which of them it was', async () => {
  start(async () => Response.json({}, { status: 429 }))
  await screen.findByText('Too many attempts. Wait a few minutes, then try again.')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText("The server didn't respond. Check your connection, then try again.")
})

test("the company's own sign-in page is opened, and the button stays busy until then", async () => {
  const opened = vi.spyOn(location, 'assign').mockReturnValue()
  start(async () => Response.json({ url: 'https://id.bank.test/authorize?state=s' }))
  await vi.waitFor(() => expect(opened).toHaveBeenCalledWith('https://id.bank.test/authorize?state=s'))
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
})
