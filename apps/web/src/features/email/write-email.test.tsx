// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../session/session-store.ts'
import { WriteEmail } from './write-email.tsx'

// The test browser doesn't load frames.
vi.mock('./mail-frame.tsx', () => ({ MailFrame: () => null }))
configure({ asyncUtilTimeout: 15_000 })

const user = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ada',
  email: 'ada@x.test',
  role: 'superAdmin',
  company: 'bank',
  adminCompanies: ['bank'],
  accessToken: 't',
}

const text = (message: string) => ({ reason: 'EMAIL_TEMPLATE', parameters: {}, message })

function answer(path: string): Response {
  if (path.startsWith('/api/auth/session')) return Response.json({ user, expires: '2100-01-01T00:00:00Z' })
  if (path.includes('/email/templates'))
    return Response.json([
      { template: 'message', name: text('Message'), subject: text(''), body: text('Dear {{name}},') },
    ])
  if (path.includes('/email/preview'))
    return Response.json({ subject: 'Hello', html: '<p>Dear Ada,</p>', text: 'Dear Ada,', recipients: 7 })
  return Response.json([{ company: 'bank', name: 'Bank' }])
}

beforeEach(async () => {
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://localhost')
    return Promise.resolve(answer(pathname))
  })
  await refreshSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the form says what is missing, then the button says how many people receive the email', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <WriteEmail onSent={() => undefined} />
    </QueryClientProvider>,
  )
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  await screen.findByDisplayValue('Dear {{name}},')
  await screen.findByText('Enter a subject.')
  // Before anything is written, the preview says what it will show.
  await screen.findByText('No message yet')
  expect(send.disabled).toBe(true)

  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Hello' } })
  await screen.findByText('Select recipients.')
  expect(screen.queryByText('No message yet')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send me a test email' }).disabled).toBe(false)
  expect(send.disabled).toBe(true)

  fireEvent.click(await screen.findByRole('button', { name: 'Select all companies' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send to 7 people…' }))
  await screen.findByRole('heading', { name: 'Send this email to 7 people?' })
}, 60_000)
