// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { show, signIn } from '../../../../../test/show.tsx'
import { type AnyDetail, RecordsContext } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { EvidenceTab } from './evidence-tab.tsx'

const threat = {
  id: 't-1',
  source: 'Telegram',
  title: 'Meridian Help',
  score: 64,
  severity: 'Medium',
  official: [],
  markedName: null,
  verdict: null,
  indicators: [
    { name: 'Registered long ago', value: '', contribution: -12 },
    { name: 'Links to a shortener', value: '', contribution: 9 },
    { name: 'Brand in the title', value: '', contribution: 40 },
    { name: 'Asks for a card PIN', value: '', contribution: 27 },
  ],
  evidence: [{ id: 'e', kind: 'capture', type: 'image/png', capturedAt: '2026-11-20T10:00:00Z', href: '/e.png' }],
  proofs: [],
  sightingList: [],
  sightings: 0,
} as unknown as AnyDetail

beforeEach(() => signIn({ role: 'client' }, () => Response.json([])))

/** The names of the reasons in a list. */
const named = (list: HTMLElement | undefined) =>
  list
    ? within(list)
        .getAllByRole('listitem')
        .map((row) => row.querySelector('b')?.textContent)
    : []

test('the risk, its two strongest reasons, the strongest against it and how the others change it are above the capture, and the others unfold there', () => {
  show(
    <RecordsContext value={threatRecords}>
      <EvidenceTab threat={threat} />
    </RecordsContext>,
  )
  const capture = screen.getByRole('img', { name: 'Capture of Meridian Help' })
  const isAbove = (one: Element) => (one.compareDocumentPosition(capture) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect(isAbove(screen.getByRole('heading', { name: 'Why flagged Score 64 of 100 · Medium is 62 or more' }))).toBe(
    true,
  )
  const [first, ...folded] = screen.getAllByRole('list')
  expect(folded).toEqual([])
  const more = screen.getByRole('button', { name: '1 more reason: +9', expanded: false })
  expect(isAbove(more)).toBe(true)
  fireEvent.click(more)
  const [, others] = screen.getAllByRole('list')
  expect(named(first)).toEqual(['Brand in the title', 'Asks for a card PIN', 'Registered long ago'])
  expect(first && isAbove(first)).toBe(true)
  expect(named(others)).toEqual(['Links to a shortener'])
  expect(others && isAbove(others)).toBe(true)
})

test('a reason whose value is the title of the record says only its name', () => {
  const values = ['meridian.example', 'login.meridian.example']
  const indicators = values.map((value) => ({ name: 'Password field', value, contribution: 10 }))
  show(
    <RecordsContext value={threatRecords}>
      <EvidenceTab threat={{ ...threat, title: 'meridian.example', indicators } as unknown as AnyDetail} />
    </RecordsContext>,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Password field+10 points',
    'Password fieldlogin[.]meridian[.]example+10 points',
  ])
})

test('the bars of reasons have the colour of the severity', () => {
  const { container } = show(
    <RecordsContext value={threatRecords}>
      <EvidenceTab threat={threat} />
    </RecordsContext>,
  )
  fireEvent.click(screen.getByRole('button', { name: /^1 more/ }))
  expect(container.querySelectorAll('[data-severity="Medium"]')).toHaveLength(4)
})

test('points that add up to more than 100 are said to be capped, and a severity that differs from that of the score is named', () => {
  const indicators = [
    { name: 'Brand in the title', value: '', contribution: 63 },
    { name: 'Asks for a card PIN', value: '', contribution: 68 },
  ]
  const showRated = (severity: string) => {
    const rated = { ...threat, score: 100, severity, indicators } as unknown as AnyDetail
    return show(
      <RecordsContext value={threatRecords}>
        <EvidenceTab threat={rated} />
      </RecordsContext>,
    )
  }
  const { unmount } = showRated('High')
  const name = 'Why flagged Score 100 of 100 (131 points, capped at 100) · '
  screen.getByRole('heading', { name: `${name}severity set separately` })
  unmount()
  showRated('Critical')
  screen.getByRole('heading', { name: `${name}Critical is 92 or more` })
})

test('a page that did not answer and was never captured says so instead of leaving a gap', () => {
  const indicators = [...threat.indicators, { name: 'Does not resolve', value: '', contribution: -8 }]
  show(
    <RecordsContext value={threatRecords}>
      <EvidenceTab threat={{ ...threat, indicators, evidence: [] } as unknown as AnyDetail} />
    </RecordsContext>,
  )
  screen.getByText('No capture: the page did not answer')
  expect(screen.queryByRole('img')).toBeNull()
})

test('the picture of a page that did not answer says so above it', () => {
  const indicators = [...threat.indicators, { name: 'Does not resolve', value: '', contribution: -8 }]
  show(
    <RecordsContext value={threatRecords}>
      <EvidenceTab threat={{ ...threat, indicators } as AnyDetail} />
    </RecordsContext>,
  )
  const picture = screen.getByRole('img', { name: 'Capture of Meridian Help' })
  const note = screen.getByText('Page did not answer')
  expect(note.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
})
