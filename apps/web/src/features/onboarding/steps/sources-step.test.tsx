// @vitest-environment happy-dom
import type { Company } from '@signet/contract/companies/onboarding'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SourcesStep } from './sources-step.tsx'

vi.mock('../../../navigation/switch-company.ts', () => ({ useSwitchCompany: () => async () => {} }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const company = {
  key: 'bank',
  version: 1,
  threatSources: ['Domain'],
  toutSources: [],
  modules: {},
} as unknown as Company

test('how sources are collected is said to be missing if it could not be loaded, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () => (isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([]))))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SourcesStep company={company} setup={null} onNext={() => {}} onStep={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByText("Couldn't load how the sources are collected.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await vi.waitFor(() => expect(screen.queryByText("Couldn't load how the sources are collected.")).toBeNull())
})
