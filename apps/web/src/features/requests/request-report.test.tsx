// @vitest-environment happy-dom
import type { ReportedThreat } from '@signet/contract/requests/requests'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../../test/show.tsx'
import { Outcomes } from './report-outcomes.tsx'
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

const toneOf = (text: string) => screen.getByText(text).style.getPropertyValue('--tone')

test('a confirmed threat has the colour of a new one, not of a severity, and one in review is grey', () => {
  const threats = [threat('Domain', 'received'), threat('Domain', 'reviewed')]
  render(<Report report={{ isRead: true, threats, suppressed: [] }} />)
  expect([toneOf('In review'), toneOf('Confirmed')]).toEqual(['var(--closed-text)', 'var(--new-text)'])
})

test('a threat that is taken down leads to its case, and the others have none', async () => {
  const takedownId = 'a6b0973c-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
  const threats = [
    { ...threat('Domain', 'takedown'), takedownId },
    { ...threat('EASM', 'takenDown'), takedownId },
    threat('Domain', 'reviewed'),
  ]
  showPage(() => <Report report={{ isRead: true, threats, suppressed: [] }} />)
  const links = await screen.findAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Takedown a6b0973c', 'Fix a6b0973c'])
  expect(links[0]?.getAttribute('href')).toBe(`/takedown/${takedownId}`)
})

test('what became of the threats of a report is counted, and of a single one named', () => {
  const none = { received: 0, reviewed: 0, takedown: 0, takenDown: 0, notScam: 0, fix: 0, fixed: 0 }
  const shownOf = (counts: Partial<typeof none>) => {
    const { container, unmount } = render(<Outcomes outcomes={{ ...none, ...counts }} />)
    const shown = [...container.children].map(({ textContent }) => textContent)
    unmount()
    return shown
  }
  expect(shownOf({ reviewed: 1 })).toEqual(['Confirmed'])
  expect(shownOf({ received: 1, reviewed: 2, takenDown: 1 })).toEqual([
    '1 of 4 in review',
    '2 of 4 confirmed',
    '1 of 4 taken down',
  ])
})
