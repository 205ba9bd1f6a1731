// @vitest-environment happy-dom
import type { TakedownStatistics } from '@signet/contract/takedowns/takedown-statistics'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { ClockTable } from './clock-table.tsx'
import { Outcomes } from './outcomes.tsx'

const durations = { count: 400, reached: 380, open: 20, ended: 0, medianMs: 0, p90Ms: 34_020_000 }
const clocks = [{ key: 'firstOutage', ...durations }] as const satisfies TakedownStatistics['clocks']

test('targets that came back are counted like the other outcomes, with their share', () => {
  const counts = { total: 400, open: 20, removed: 374, withdrawn: 0, refused: 0, failed: 0, uncounted: 0, relapsed: 11 }
  show(<Outcomes found={{ ...counts, clocks } as unknown as TakedownStatistics} rangeDays={30} />)
  expect(screen.getByText('Back online').closest('div')?.textContent).toBe('Back online11 (2.9%)')
  expect(screen.getByText('Removed').title).toMatch(/^Takedowns with the status “Offline, watched” or “Resolved”/)
})

test('a step that usually takes no time says so in a word, and names what it measures', () => {
  show(<ClockTable clocks={clocks} chosen="firstOutage" onChoose={() => undefined} />)
  expect(screen.getByRole('row', { name: /First offline/ }).textContent).toContain('Immediately9\u00A0h\u00A027\u00A0m')
  expect(screen.getByRole('button', { name: 'First offline' }).title).toMatch(
    /^From the authorisation to the first check/,
  )
})
