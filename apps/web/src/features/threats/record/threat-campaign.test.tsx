// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnyDetail } from '../records.ts'
import { ThreatCampaign } from './threat-campaign.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a campaign that could not be loaded is not shown as none, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(Response.json({ campaign: null }, { status: 200 })),
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <dl>
        <ThreatCampaign threat={{ id: 'a', source: 'Domain' } as AnyDetail} />
      </dl>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: "Couldn't load the campaign" })

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await expect.poll(() => screen.queryByRole('term')).toBeNull()
})
