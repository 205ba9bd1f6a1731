// @vitest-environment happy-dom
import type { ReportedThreat } from '@signet/contract/requests/requests'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Report } from './request-report.tsx'

const threat = (source: ReportedThreat['source'], progress: ReportedThreat['progress']): ReportedThreat => ({
  id: `${source} ${progress}`,
  number: 'T-1',
  source,
  title: `${source} ${progress}`,
  progress,
  isPublished: false,
})

test("the company's own exposures are fixed, not taken down", () => {
  const threats = [
    threat('EASM', 'takedown'),
    threat('EASM', 'takenDown'),
    threat('EASM', 'reviewed'),
    threat('Domain', 'takedown'),
  ]
  render(<Report report={{ isRead: true, threats, suppressed: [] }} />)
  const shown = screen.getAllByRole('listitem').map((item) => item.lastElementChild?.textContent)
  expect(shown).toEqual(['Fix in progress', 'Fixed', 'Confirmed', 'Takedown in progress'])
})
