// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dateOnly } from '../../../../format/time/date-time.ts'
import { lastDays } from '../../../../ui/filters/day-range.ts'
import { RecordsContext } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { DayStrip } from './day-strip.tsx'
import { showPage, signIn } from '../../../../../test/show.tsx'

test.each([
  [{}, 'Last 90 days'],
  [{ from: '2001-01-01' }, 'Since '],
])('a strip that shows another range than the list says which: %o', async (search, text) => {
  await signIn({ role: 'client' }, () => Response.json([{ date: '2026-11-01', count: 4 }]))
  showPage(() => (
    <RecordsContext value={threatRecords}>
      <DayStrip source="All" search={search} onChange={() => {}} />
    </RecordsContext>
  ))
  await screen.findByRole('img')
  expect(screen.getByText(text, { exact: false })).not.toBeNull()
})

test('a strip of the range of the list does not repeat it', async () => {
  await signIn({ role: 'client' }, () => Response.json([{ date: '2026-11-01', count: 4 }]))
  const search = lastDays(30, new Date())
  showPage(() => (
    <RecordsContext value={threatRecords}>
      <DayStrip source="All" search={search} onChange={() => {}} />
    </RecordsContext>
  ))
  await screen.findByRole('img')
  expect(screen.queryByText('Last 30 days')).toBeNull()
})

test('the time axis is there while the counts per day are loading', async () => {
  const counts = Promise.withResolvers<Response>()
  await signIn({ role: 'client' }, () => counts.promise)
  showPage(() => (
    <RecordsContext value={threatRecords}>
      <DayStrip source="All" search={{}} onChange={() => {}} />
    </RecordsContext>
  ))
  await expect.poll(() => document.querySelectorAll('[data-edge]').length).toBeGreaterThan(2)
  expect(screen.queryByRole('img')).toBeNull()
  counts.resolve(Response.json([{ date: '2026-11-01', count: 4 }]))
  const strip = await screen.findByRole('img')
  expect(strip.getAttribute('aria-label')).toContain(dateOnly('2026-11-01T00:00:00Z', 'UTC'))
})
