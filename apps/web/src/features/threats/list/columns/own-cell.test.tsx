// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AnyThreat } from '../../records.ts'
import { OwnCell } from './own-cell.tsx'
import { show } from '../../../../../test/show.tsx'

test('a long code always shows its end, in which those with a common front differ', () => {
  const packageName = 'invalid.meridian.bank.rewards.for.all.of.the.many.new.customers3'
  const own = { field: 'packageName', label: 'Package name', kind: 'code' } as const
  show(<OwnCell own={own} threat={{ packageName } as unknown as AnyThreat} />)
  expect(screen.getByTitle(packageName).textContent).toBe(packageName)
  expect(screen.getByText('w.customers3')).not.toBeNull()
})

test('a hash is shown by its first and last digits, with all of it in the title', () => {
  const signerSha256 = `b94f${'0'.repeat(56)}048c`
  const own = { field: 'signerSha256', label: 'Signer SHA-256', kind: 'code' } as const
  show(<OwnCell own={own} threat={{ signerSha256 } as unknown as AnyThreat} />)
  expect(screen.getByTitle(signerSha256).textContent).toBe('b94f…048c')
})

test('a package name with a part that is longer than a line is cut before its end', () => {
  const packageName = 'invalid.meridianpayrewardsforallcustomers.mobile'
  const own = { field: 'packageName', label: 'Package name', kind: 'code' } as const
  show(<OwnCell own={own} threat={{ packageName } as unknown as AnyThreat} />)
  const shown = screen.getByTitle(packageName)
  expect(shown.textContent).toBe(packageName)
  expect(shown.lastElementChild?.textContent).toBe('omers.mobile')
})

test.each([
  'invalid.meridianbankmod.|client',
  'invalid.meridianpayrewards.|mobile',
  'example.|larkspurlotteryresults.mobile',
])('a package name is whole in two lines, which break after a dot: %s', (lines) => {
  const packageName = lines.replace('|', '')
  const own = { field: 'packageName', label: 'Package name', kind: 'code' } as const
  show(<OwnCell own={own} threat={{ packageName } as unknown as AnyThreat} />)
  expect(screen.getByTitle(packageName).innerHTML).toBe(lines.replace('|', '<wbr>'))
})

test('an address takes at most two lines, without its scheme', () => {
  const url = 'https://meridianpay-bonus23.example/claim'
  const own = { field: 'landingPage', label: 'Landing page', kind: 'address' } as const
  show(<OwnCell own={own} threat={{ landingPage: url } as unknown as AnyThreat} />)
  const shown = screen.getByTitle('hxxps://meridianpay-bonus23[.]example/claim')
  expect(shown.textContent).toBe('meridianpay-bonus23[.]example/claim')
  expect(shown.classList.contains('clamp')).toBe(true)
})

test('a name takes at most two lines, with the figures and hyphens of text', () => {
  const publisher = 'Tomas Lindqvist-Moreau Apps 24x7'
  const own = { field: 'publisher', label: 'Publisher' } as const
  show(<OwnCell own={own} threat={{ publisher } as unknown as AnyThreat} />)
  const { classList } = screen.getByTitle(publisher)
  expect(classList.contains('clamp')).toBe(true)
  expect([...classList].join(' ')).not.toContain('num')
})

test('a count has figures of one width', () => {
  const own = { field: 'followers', label: 'Followers', kind: 'number' } as const
  show(<OwnCell own={own} threat={{ followers: '1204' } as unknown as AnyThreat} />)
  expect([...screen.getByTitle('1204').classList].join(' ')).toContain('num')
})

test('a date is a short day, with the whole value in its title', () => {
  const registered = '2026-11-25T10:00:00Z'
  const own = { field: 'registered', label: 'Registered', kind: 'date' } as const
  show(<OwnCell own={own} threat={{ registered } as unknown as AnyThreat} />)
  expect(screen.getByTitle(registered).textContent).toBe('25 Nov 2026')
})
