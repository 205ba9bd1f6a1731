// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { QaRecord } from '../qa-kind.ts'
import { stageActions } from '../stage-actions.ts'
import { hasRemark, stageColumns } from './stage-columns.tsx'

const at = '2026-11-01T00:00:00Z'
const requested: QaRecord = {
  id: 'a',
  source: 'Domain',
  title: 'login-bank.example',
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage: 'deletionPending',
  stagedAt: at,
  stagedBy: 'Rita',
  autoFiltered: false,
  score: 80,
  reasons: [],
  firstSeen: at,
  lastSeen: at,
  number: 'T-1',
  publishedAt: null,
  sightings: 1,
  bookmarked: false,
  takedown: null,
  deeperAnalysis: null,
  isDemo: false,
  version: 2,
}

function show(row: QaRecord, hasRoom = false) {
  const stage = row.stage === 'watchlist' ? 'watchlist' : 'deletionPending'
  const parts = {
    stage,
    kind: 'threat',
    actions: stageActions[stage],
    failures: new Map(),
    onAction: () => undefined,
    hasRoom,
  } as const
  render(
    <>
      {stageColumns(parts, 'wide').map(({ key, render: cell }) => (
        <div key={key}>{cell(row)}</div>
      ))}
    </>,
  )
  return screen.getAllByRole('button').map(({ textContent }) => textContent)
}

test('a deletion that somebody else requested is approved or rejected', () => {
  expect(show({ ...requested, isOwnRequest: false })).toEqual(['Approve', 'Reject'])
  screen.getByText('Rita')
})

test('an own request can only be withdrawn', () => {
  expect(show({ ...requested, isOwnRequest: true })).toEqual(['Reject'])
  screen.getByText('You')
})

test('a card with a single step names source, type and reviewer, and nothing for a missing remark', () => {
  const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  render(<>{card?.render({ ...requested, stage: 'published' })}</>)
  screen.getByText('Domain, Look-alike domain')
  screen.getByText('Rita')
  expect(screen.queryByText(/remark/i)).toBeNull()
  expect(screen.getByRole('button', { name: /^Recall/ }).dataset['kind']).toBe('plain')
})

test.each(['watchlist', 'deletionPending'] as const)('a card of the stage %s names source and type', (stage) => {
  const parts = { stage, kind: 'threat', actions: stageActions[stage], failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  render(<>{card?.render({ ...requested, stage })}</>)
  screen.getByText('Domain, Look-alike domain')
})

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('the second lines of the watchlist give short ages, so that they fit their columns', () => {
  show({ ...requested, stage: 'watchlist', stagedAt: ago(50), lastSeen: ago(4.5), checkedAt: ago(23.5) })
  expect(screen.getByText(/^Checked/).textContent).toBe('Checked 23 h ago')
  expect(screen.getByText(/^Seen again/).textContent).toBe('Seen again 4 h ago')
})

test('the actions of the watchlist have their words where there is room, and otherwise names and tooltips', () => {
  const watched = { ...requested, stage: 'watchlist' as const }
  expect(show(watched, true)).toEqual(['Publish', 'Keep watching', 'Return to queue', 'Delete'])
  cleanup()
  expect(show(watched)).toEqual(['Publish', '', '', ''])
  const keep = screen.getByRole('button', { name: /^Keep watching: / })
  expect(keep.dataset['tip']).toBe('Keep watching')
})

test('the column of remarks is left out where no row has one, and Recall does not look like a deletion', () => {
  const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures: new Map() } as const
  const keys = (hasNoRemarks: boolean) =>
    stageColumns({ ...parts, onAction: () => undefined, hasRoom: true, hasNoRemarks }, 'wide').map(({ key }) => key)
  expect(keys(true)).toEqual(['threat', 'severity', 'by', 'when', 'actions'])
  expect(keys(false)).toEqual(['threat', 'severity', 'remark', 'by', 'when', 'actions'])
  expect(hasRemark(requested, new Map())).toBe(false)
  expect(hasRemark({ ...requested, stageReason: 'Seen again' }, new Map())).toBe(true)
  expect(hasRemark(requested, new Map([['a', 'Already recalled']]))).toBe(true)
  expect(stageActions.published.map(({ kind }) => kind)).toEqual(['plain'])
})
