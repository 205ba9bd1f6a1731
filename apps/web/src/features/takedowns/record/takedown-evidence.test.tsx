// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refreshSession } from '../../../session/session-store.ts'
import { TakedownEvidence } from './takedown-evidence.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = {
  id: 'u',
  name: 'Ada',
  email: 'ada@staff.example',
  role: 'superAdmin',
  company: 'bank',
  adminCompanies: ['bank'],
  accessToken: 't',
}
const takedown = { id: 'a', kind: 'threat', source: 'Domain', threatId: 'b', title: 'a.example', events: [], files: [] }
const threat = { evidence: [], firstSeen: '2026-01-02T03:04:05Z', version: 1, domain_name: 'a.example' }

test('evidence that could not be loaded is not shown as none, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/auth/session'))
      return Promise.resolve(Response.json({ user, expires: '2099-01-01T00:00:00Z' }))
    if (path.includes('/packs')) return Promise.resolve(Response.json([]))
    return isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json(threat))
  })
  await refreshSession()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TakedownEvidence takedown={takedown as unknown as TakedownDetail} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: "Couldn't load the evidence" })
  expect(screen.queryByText(/^No files yet/)).toBeNull()

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/^No files yet/)
  expect(screen.queryByRole('alert')).toBeNull()
})
