import { expect, test } from 'vitest'
import { shippedViews, viewHref } from './shipped-views.ts'

const now = new Date('2026-11-21T12:00:00Z')

test('a link to a view contains its filters, so that an open list applies them', () => {
  const critical = shippedViews.find(({ id }) => id === 'critical') ?? expect.fail('no such view')
  expect(viewHref('/threats/All', critical, now)).toBe('/threats/All?severity=Critical&from=2026-11-15&view=critical')
  const mine = { id: 'a b', filters: { q: 'pay & go', status: 'open' } }
  expect(viewHref('/threats/Domain', mine, now)).toBe('/threats/Domain?q=pay+%26+go&status=open&view=a+b')
})
