// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AnyDetail } from '../records.ts'
import { ThreatCampaign } from './threat-campaign.tsx'
import { show } from '../../../../test/show.tsx'

test('a campaign that could not be loaded is not shown as none, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(Response.json({ campaign: null }, { status: 200 })),
  )
  show(
    <dl>
      <ThreatCampaign threat={{ id: 'a', source: 'Domain' } as AnyDetail} />
    </dl>,
  )
  await screen.findByRole('heading', { name: "Couldn't load the campaign" })

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await expect.poll(() => screen.queryByRole('term')).toBeNull()
})
