// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PromisedTimeMark, PromisedTimeText } from './promised-time-mark.tsx'

const record = { severity: 'High', queuedAt: '2026-11-01T00:00:00Z', promisedAt: '2026-11-01T08:00:00Z' } as const

function markAt(time: string, isLeft = false) {
  cleanup()
  const now = new Date(`2026-11-01T${time}Z`)
  render(<PromisedTimeMark {...record} firstSeen={record.queuedAt} now={now} isLeft={isLeft} />)
  const mark = screen.getByRole('time')
  return { text: mark.textContent, tip: mark.dataset['tip'] }
}

test('the age becomes the time that is left, then how long it has been overdue, each in words', () => {
  expect(markAt('03:00:00')).toMatchObject({ text: '3 h' })
  expect(markAt('07:00:00')).toMatchObject({ text: '1 h left' })
  expect(markAt('10:30:00')).toMatchObject({ text: '2 h overdue' })
})

test('in a list by promised time, every record says how much time is left', () => {
  expect(markAt('03:00:00', true)).toMatchObject({ text: '5 h left' })
  expect(markAt('10:30:00', true)).toMatchObject({ text: '2 h overdue' })
})

test('the promised time is stated in the tooltip', () => {
  const { tip } = markAt('03:00:00')
  expect(tip).toMatch(/^Found .+\. Review promised by .+, within 8 hours of entering the queue \(High\)\.$/)
})

const dayMs = 86_400_000

function sentenceFor(fromNowMs: number) {
  cleanup()
  const promisedAt = new Date(Date.now() + fromNowMs).toISOString()
  render(<PromisedTimeText isSentence severity="Low" queuedAt="2026-01-01T00:00:00Z" promisedAt={promisedAt} />)
  return screen.getByRole('time').textContent
}

test('as a sentence, the time is in words like the times beside it', () => {
  expect(sentenceFor(6.5 * dayMs)).toBe('Review due in 6 days')
  expect(sentenceFor(-2.5 * dayMs)).toBe('Review was due 2 days ago')
})
