// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TakedownPacks } from './takedown-packs.tsx'
import { show } from '../../../../test/show.tsx'

const pack = {
  sequence: 1,
  madeAt: '2026-01-02T03:04:05.000Z',
  madeBy: 'Ada',
  manifestSha256: '0123456789abcdef'.repeat(4),
  timestampedAt: null,
  href: '/pack.zip',
}

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

/** What is shown about a pack besides its download. */
async function shownOf(timestampedAt: string | null, id: string) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ ...pack, timestampedAt }])))
  const shown = show(<TakedownPacks takedown={{ id, events: [] } as unknown as TakedownDetail} />)
  const text = (await screen.findByTitle(pack.manifestSha256)).textContent
  shown.unmount()
  return text
}

test('a pack names its fingerprint, and the time of its timestamp only if it is another', async () => {
  expect(await shownOf(null, 'b')).toBe('SHA-256 0123456789ab…')
  expect(await shownOf('2026-01-02T03:04:06.000Z', 'c')).toBe('SHA-256 0123456789ab…, with a timestamp')
  expect(await shownOf('2026-01-02T03:06:06.000Z', 'd')).toMatch(/, with a timestamp of 2 January 2026, /)
})
