// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { NewPassword } from './new-password.tsx'

vi.mock(import('@tanstack/react-router'), async (original) => ({
  ...(await original()),
  useSearch: () => ({}) as never,
}))

/** Sends a new password, which the server answers with this. */
async function send(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async () => answer())
  showPage(() => <NewPassword token="once" reason={undefined} />)
  fireEvent.change(await screen.findByLabelText(/^New password/), { target: { value: 'correct horse battery' } })
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
}
const refusal = (status: number, body: object) => () => Response.json({ code: 'BAD_REQUEST', ...body }, { status })

test('a link that was already used says so, and leads to a new one', async () => {
  const message = 'This link was already used or has expired. Request a new one.'
  const used = { path: 'body.token', reason: 'LINK_EXPIRED', parameters: {}, message }
  await send(refusal(400, { message, details: [used] }))
  await screen.findByText(message)
  screen.getByRole('link', { name: 'Request a new link' })
})

test('a refused password says why, at the field', async () => {
  const message = 'This password is in a list of leaked passwords.'
  await send(
    refusal(400, {
      message,
      details: [{ path: 'body.password', reason: 'PASSWORD_BREACHED', parameters: {}, message }],
    }),
  )
  await screen.findByText(message)
  expect(screen.getByLabelText(/^New password/).getAttribute('aria-invalid')).toBe('true')
})

test('a server that is busy or gone is named as what it is', async () => {
  await send(refusal(429, { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Try again in a moment.' }))
  await screen.findByText('Too many requests. Try again in a moment.')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText("The server didn't respond. Check your connection, then try again.")
})

test('a changed password leads back to the sign-in page', async () => {
  await send(() => new Response(null, { status: 204 }))
  await screen.findByText('Password changed')
  screen.getByRole('link', { name: 'Back to sign-in' })
})
