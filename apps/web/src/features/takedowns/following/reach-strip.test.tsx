// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../../test/show.tsx'
import { ReachStrip } from './reach-strip.tsx'

const takedown = (host: string | null) =>
  ({
    status: 'submitted',
    reach: { host, checks: [], nextAt: host ? '2099-01-01T00:00:00Z' : null, isOn: true },
  }) as unknown as TakedownDetail

test('a target without a host has no part about its reachability, because the facts say why', () => {
  const { container } = show(<ReachStrip takedown={takedown(null)} />)
  expect(container.textContent).toBe('')
})

test('a target whose first check is due says when', () => {
  show(<ReachStrip takedown={takedown('shop.test')} />)
  expect(screen.getByRole('heading', { name: 'Reachability, last 48 hours' })).toBeDefined()
  expect(screen.getByText(/1 January 2099/)).toBeDefined()
})
