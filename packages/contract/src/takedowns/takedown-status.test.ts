import { describe, expect, test } from 'vitest'
import {
  openTakedownStatuses,
  takedownFlow,
  takedownStatuses,
  takedownStatusLabels,
  unsentTakedownStatuses,
  type TakedownStatus,
} from './takedown-status.ts'

describe('the statuses of a takedown', () => {
  test('are sixteen, each with a label, and lead only to each other', () => {
    expect(takedownStatuses).toHaveLength(16)
    for (const status of takedownStatuses) {
      expect(takedownStatusLabels[status]).toMatch(/^[A-Z]/)
      for (const next of takedownFlow[status]) expect(takedownStatuses).toContain(next)
      expect(takedownFlow[status] as readonly string[]).not.toContain(status)
    }
  })

  test('can all be reached from the first', () => {
    const found = new Set<TakedownStatus>(['draft'])
    for (const status of found) for (const next of takedownFlow[status]) found.add(next)
    expect([...found].toSorted()).toEqual(takedownStatuses.toSorted())
  })

  test('let a case be withdrawn exactly as long as no notice has left', () => {
    const withdrawable = takedownStatuses.filter((status) =>
      (takedownFlow[status] as readonly string[]).includes('withdrawn'),
    )
    expect(withdrawable).toEqual([...unsentTakedownStatuses])
  })

  test('that are open are those of an open case', () => {
    const closed = takedownStatuses.filter((status) => !(openTakedownStatuses as readonly string[]).includes(status))
    expect(closed).toEqual(['resolved', 'refused', 'unsuccessful', 'withdrawn', 'stale', 'invalid', 'duplicate'])
  })
})
