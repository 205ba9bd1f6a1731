// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { daysOf, Timeline } from './timeline.tsx'

const entries = [
  { id: 'a', at: '2026-11-18T09:12:00Z', title: 'Requested' },
  { id: 'b', at: '2026-11-18T10:40:00Z', title: 'Evidence checked' },
  { id: 'c', at: '2026-11-19T16:31:00Z', title: 'Provider replied', quote: 'Suspended.' },
]

test('events are grouped by day, newest first', () => {
  expect(daysOf(entries, 'UTC').map(({ day, list }) => [day, list.map(({ id }) => id)])).toEqual([
    ['2026-11-19', ['c']],
    ['2026-11-18', ['b', 'a']],
  ])
})

test('events of the same instant keep their order, the later one on top', () => {
  const at = '2026-11-18T09:12:00Z'
  const list = daysOf(
    [
      { id: '1', at, title: 'one' },
      { id: '2', at, title: 'two' },
    ],
    'UTC',
  )[0]?.list
  expect(list?.map(({ id }) => id)).toEqual(['2', '1'])
})

test("days are those of the viewer's time zone", () => {
  expect(daysOf([{ id: 'a', at: '2026-11-18T20:00:00Z', title: '' }], 'Asia/Kolkata')[0]?.day).toBe('2026-11-19')
})

test('a day without a time stays that day in every time zone, before what happened on it', () => {
  const list = [
    { id: 'evening', at: '2026-11-18T01:00:00Z', title: '' },
    { id: 'registered', at: '2026-11-18', title: 'Registered' },
    { id: 'seen', at: '2026-11-18T09:00:00Z', title: '' },
  ]
  expect(daysOf(list, 'America/New_York').map(({ day, list: shown }) => [day, shown.map(({ id }) => id)])).toEqual([
    ['2026-11-18', ['seen', 'registered']],
    ['2026-11-17', ['evening']],
  ])
  render(<Timeline label="Days" entries={list.slice(1, 2)} />)
  const region = screen.getByRole('region', { name: 'Days' })
  expect(region.textContent).toBe('18 November 2026Registered')
})

test('days are headings, and messages of others are quoted', () => {
  render(<Timeline label="Timeline of the case" entries={entries} />)
  expect(screen.getByRole('region', { name: 'Timeline of the case' })).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2)
  expect(screen.getByText('Suspended.').tagName).toBe('BLOCKQUOTE')
})
