import { describe, expect, test } from 'vitest'
import { takedownStatuses, unsentTakedownStatuses, type TakedownStatus } from './takedown-status.ts'
import { takedownSteps } from './takedown-steps.ts'

/** When each status was reached: one per day, in the order given. */
function reached(...path: TakedownStatus[]): Partial<Record<TakedownStatus, string>> {
  return Object.fromEntries(
    path.map((status, index) => [status, `2026-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`]),
  )
}

const letters = { completed: 'C', active: 'A', todo: '-', aborted: 'X' } as const
const pictureOf = (status: TakedownStatus, ...path: TakedownStatus[]) =>
  takedownSteps(status, reached(...path, status))
    .map(({ state }) => letters[state])
    .join('')

const removedAt = (status: TakedownStatus, at: Parameters<typeof takedownSteps>[1]) =>
  takedownSteps(status, at).at(-1)?.at

const sent: TakedownStatus[] = ['draft', 'authorised', 'submitted']

describe('the five steps (C completed, A active, X aborted, - to do)', () => {
  test.each<[TakedownStatus, TakedownStatus[], string]>([
    ['draft', [], 'A----'],
    ['awaiting_authorisation', ['draft'], 'A----'],
    ['authorised', ['draft'], 'CA---'],
    ['submitted', ['draft', 'authorised'], 'CCCA-'],
    ['acknowledged', sent, 'CCCCA'],
    ['info_requested', sent, 'CCCCA'],
    ['escalated', sent, 'CCCCA'],
    ['offline_monitoring', sent, 'CCCCC'],
    ['resolved', [...sent, 'offline_monitoring'], 'CCCCC'],
    ['reopened', [...sent, 'acknowledged', 'offline_monitoring'], 'CCCA-'],
    ['reopened', ['draft', 'authorised', 'stale'], 'CA---'],
    ['refused', ['draft', 'awaiting_authorisation'], 'CX---'],
    ['refused', [...sent, 'acknowledged'], 'CCCCX'],
    ['unsuccessful', sent, 'CCCX-'],
    ['unsuccessful', [...sent, 'escalated'], 'CCCCX'],
    ['unsuccessful', [...sent, 'acknowledged', 'offline_monitoring', 'reopened'], 'CCCX-'],
    ['unsuccessful', [...sent, 'offline_monitoring', 'reopened', 'escalated'], 'CCCCX'],
    ['withdrawn', ['draft'], 'CX---'],
    ['withdrawn', ['draft', 'authorised'], 'CX---'],
    ['stale', ['draft', 'authorised'], 'CX---'],
    ['unsuccessful', ['draft', 'authorised', 'stale', 'reopened'], 'CX---'],
    ['stale', sent, 'CCCX-'],
    ['invalid', ['draft'], 'CX---'],
    ['invalid', [], 'X----'],
    ['duplicate', ['draft', 'awaiting_authorisation', 'authorised'], 'CX---'],
  ])('%s after %j is %s', (status, path, picture) => {
    expect(pictureOf(status, ...path)).toBe(picture)
  })

  test('show no work of the team as done after a request or its authorisation', () => {
    for (const status of unsentTakedownStatuses) {
      const done = takedownSteps(status, reached('draft', 'awaiting_authorisation', 'authorised')).filter(
        ({ state }) => state === 'completed',
      )
      expect(done.map(({ key }) => key)).toEqual(status === 'authorised' ? ['requested'] : [])
    }
  })

  test('every status is among the above', () => {
    for (const status of takedownStatuses) {
      expect(takedownSteps(status, reached('draft', status))).toHaveLength(5)
    }
  })

  test('are called the same for every case and carry the time they were reached', () => {
    const steps = takedownSteps('acknowledged', reached(...sent, 'acknowledged'))
    expect(steps).toEqual([
      { key: 'requested', label: 'Requested', state: 'completed', at: '2026-01-01T00:00:00Z' },
      // The notice was sent, so the evidence was checked, but the time of the check is unknown.
      { key: 'evidence', label: 'Evidence checked', state: 'completed' },
      { key: 'sent', label: 'Notice sent', state: 'completed', at: '2026-01-03T00:00:00Z' },
      { key: 'replied', label: 'Provider replied', state: 'completed', at: '2026-01-04T00:00:00Z' },
      { key: 'removed', label: 'Removed', state: 'active' },
    ])
  })

  test('name the time at which the first notice was written as that of the check', () => {
    const checkedAt = (status: TakedownStatus, writtenAt: string) =>
      takedownSteps(status, reached('draft', 'authorised', 'submitted'), { noticeWrittenAt: writtenAt })[1]?.at
    expect(checkedAt('submitted', '2026-01-02T09:00:00Z')).toBe('2026-01-02T09:00:00Z')
    // It was sent outside the product before one was written here.
    expect(checkedAt('submitted', '2026-01-04T00:00:00Z')).toBeUndefined()
    // It is written, but not sent yet.
    expect(
      takedownSteps('authorised', reached('draft', 'authorised'), { noticeWrittenAt: '2026-01-02T09:00:00Z' })[1],
    ).not.toHaveProperty('at')
  })

  test('date the reply by when it arrived, not by when it was recorded', () => {
    const path = reached(...sent, 'acknowledged')
    const repliedOf = (repliedAt: string) => takedownSteps('acknowledged', path, { repliedAt }, path)[3]
    expect(repliedOf('2026-01-03T18:00:00Z')).toEqual({
      key: 'replied',
      label: 'Provider replied',
      state: 'completed',
      at: '2026-01-03T18:00:00Z',
    })
    // A later answer, which replaced the first one.
    expect(repliedOf('2026-01-08T00:00:00Z')?.at).toBe(path.acknowledged)
    expect(takedownSteps('submitted', path, { repliedAt: '2026-01-03T18:00:00Z' })[3]).not.toHaveProperty('at')
  })

  test('date the removal by when the target last went offline, not by the end of the watch', () => {
    const path = reached(...sent, 'offline_monitoring', 'resolved')
    expect(removedAt('resolved', path)).toBe(path.offline_monitoring)
    // It was resolved, came back, and is offline again.
    const again = { ...path, reopened: '2026-01-06T00:00:00Z', offline_monitoring: '2026-01-07T00:00:00Z' }
    expect(removedAt('offline_monitoring', again)).toBe(again.offline_monitoring)
    // The status of an imported case.
    expect(removedAt('resolved', { resolved: '2026-01-05T00:00:00Z' })).toBe('2026-01-05T00:00:00Z')
  })

  test('of a case that ended say how and when', () => {
    const steps = takedownSteps('withdrawn', reached('draft', 'authorised', 'withdrawn'))
    expect(steps[1]).toEqual({
      key: 'evidence',
      label: 'Evidence checked',
      state: 'aborted',
      note: 'Withdrawn',
      at: '2026-01-03T00:00:00Z',
    })
  })
})
