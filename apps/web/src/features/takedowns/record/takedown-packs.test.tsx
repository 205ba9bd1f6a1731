// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TakedownPacks } from './takedown-packs.tsx'
import { show } from '../../../../test/show.tsx'

const pack = { sequence: 1, madeAt: '2026-01-02T03:04:05.000Z', madeBy: 'Ada', timestampedAt: null, href: '/pack.zip' }

test('evidence packs that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([pack], { status: 200 })),
  )
  show(<TakedownPacks takedown={{ id: 'a', events: [] } as unknown as TakedownDetail} />)
  await screen.findByRole('heading', { name: "Couldn't load evidence packs" })

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/pack.zip')
})
