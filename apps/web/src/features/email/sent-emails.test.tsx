// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../session/session-store.ts'
import { SentEmails } from './sent-emails.tsx'

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
const mail = { id: '1', subject: 'Hello', at: '2026-11-01T10:00:00Z', recipients: 7, waiting: 0, unknown: 0 }
const list = { items: [{ ...mail, delivered: 7, failed: 0 }], total: 1, pageNumber: 1, limit: 25 }

function answer(path: string, isMailKept: boolean): Response {
  if (path.startsWith('/api/auth/session')) return Response.json({ user, expires: '2100-01-01T00:00:00Z' })
  return Response.json(path.includes('/email/sent') ? list : { company: 'bank', name: 'Bank', isMailKept })
}

let isMailKept = false
beforeEach(async () => {
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://localhost')
    return Promise.resolve(answer(pathname, isMailKept))
  })
  await refreshSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function figures(): Promise<(string | null)[]> {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SentEmails search={{}} onChange={() => undefined} />
    </QueryClientProvider>,
  )
  await screen.findByText(isMailKept ? 'Kept, not sent' : 'Hello')
  return screen.getAllByRole('cell').map((cell) => cell.textContent)
}

test('without a mail server, no email counts as sent', async () => {
  expect((await figures()).slice(2)).toEqual(['7', '7', '0'])
  cleanup()
  isMailKept = true
  expect((await figures()).slice(2)).toEqual(['7', '0', '0'])
}, 60_000)
