// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { ReachStrip } from './reach-strip.tsx'

beforeEach(() => signIn({ role: 'client' }, () => Response.json({})))

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

test('the legend names the hours without a check, and the last response says that its number is an HTTP status', () => {
  const at = new Date().toISOString()
  const check = { at, state: 'active', reason: 'page', status: 200, leadsTo: null, views: [] }
  const checked = { ...takedown('shop.test'), reach: { host: 'shop.test', checks: [check], nextAt: null, isOn: true } }
  show(<ReachStrip takedown={checked as unknown as TakedownDetail} />)
  const legend = screen.getByRole('list', { name: /Reachability, last 48 hours/ })
  expect(legend.textContent).toBe('Still reachableNot checked')
  expect(screen.getByText(/Page is online \(HTTP 200\)/)).toBeDefined()
})

test.each([
  ['client', false, 'Page is online (HTTP 200). Further checks are off.'],
  ['superAdmin', false, 'Page is online (HTTP 200). Further checks are off. SIGNET_ENRICH=1 turns them on.'],
  ['client', true, 'Page is online (HTTP 200). No further checks, because this is demo data.'],
] as const)(
  'where checks are off, the last one and no next one is shown to a %s (demo: %s)',
  async (role, isDemo, said) => {
    await signIn({ role }, () => Response.json({}))
    const at = new Date().toISOString()
    const check = { at, state: 'active', reason: 'page', status: 200, leadsTo: null, views: [] }
    const reach = { host: 'shop.test', checks: [check], nextAt: '2099-01-01T00:00:00Z', isOn: false }
    show(<ReachStrip takedown={{ ...takedown('shop.test'), isDemo, reach } as unknown as TakedownDetail} />)
    const line = screen.getByText(/Page is online/).textContent
    expect(line.slice(line.indexOf('Page is online'))).toBe(said)
  },
)
