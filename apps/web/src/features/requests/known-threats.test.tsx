// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { KnownThreats } from './known-threats.tsx'
import { showPage } from '../../../test/show.tsx'

test('known threats that could not be loaded are not taken for none, and are loaded on Retry', async () => {
  let isDown = true
  const threat = { id: 'a', source: 'Domain', title: 'a.example', status: 'open' }
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json({ items: [threat], total: 1 })),
  )
  showPage(() => <KnownThreats search="a.example" />)
  await screen.findByText("Couldn't check for threats that are already known.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('We already know a matching threat:')
  expect(screen.queryByRole('button')).toBeNull()
})
