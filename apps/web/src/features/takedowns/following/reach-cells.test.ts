import type { AssetCheck } from '@signet/contract/takedowns/asset-checks'
import { expect, test } from 'vitest'
import { reachCells } from './reach-cells.ts'

const now = new Date('2026-11-20T12:00:00Z')
const check = (at: string, state: AssetCheck['state'] = 'active'): AssetCheck => ({
  at,
  state,
  reason: 'page',
  status: 200,
  leadsTo: null,
  views: [],
})
const filled = (checks: AssetCheck[]) =>
  reachCells(checks, now).flatMap(({ check: one }, index) => (one ? [[index, one.state]] : []))

test('a strip has 48 hours, the current one last', () => {
  const cells = reachCells([], now)
  expect(cells).toHaveLength(48)
  expect([cells[0]?.until, cells[47]?.until]).toEqual(['2026-11-18T13:00:00.000Z', now.toISOString()])
})

test.each<[string, AssetCheck[], [number, string][]]>([
  ['the current hour', [check('2026-11-20T11:30:00Z')], [[47, 'active']]],
  ['its very end', [check('2026-11-20T12:00:00Z')], [[47, 'active']]],
  ['a moment after it', [check('2026-11-20T12:00:05Z')], [[47, 'active']]],
  ['the end of the hour before', [check('2026-11-20T11:00:00Z')], [[46, 'active']]],
  ['the first hour', [check('2026-11-18T12:30:00Z')], [[0, 'active']]],
  ['nothing that is older', [check('2026-11-18T12:00:00Z'), check('2026-11-18T11:00:00Z')], []],
  [
    'the last check of an hour',
    [check('2026-11-20T11:10:00Z'), check('2026-11-20T11:20:00Z', 'offline')],
    [[47, 'offline']],
  ],
  [
    'the result of a check before one that failed',
    [check('2026-11-20T11:10:00Z', 'offline'), check('2026-11-20T11:20:00Z', 'unknown')],
    [[47, 'offline']],
  ],
])('a cell contains %s', (_, checks, cells) => {
  expect(filled(checks)).toEqual(cells)
})
