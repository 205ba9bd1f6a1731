// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ListedStage, QaRecord } from '../qa-kind.ts'
import { stageActions, type StageAction, type StageStep } from '../stage-actions.ts'
import { stageColumns } from './stage-columns.tsx'

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
  reasonCount: 0,
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

function show(
  row: QaRecord,
  hasRoom = false,
  { onAction, onRow }: { onAction?: (action: StageAction) => void; onRow?: () => void } = {},
) {
  const stage = row.stage === 'watchlist' ? 'watchlist' : 'deletionPending'
  const parts = {
    stage,
    kind: 'threat',
    actions: stageActions[stage],
    failures: new Map(),
    onAction: onAction ?? (() => undefined),
    hasRoom,
  } as const
  render(
    // The row of the grid opens on a click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={onRow}>
      {stageColumns(parts, 'wide').map(({ key, render: cell }) => (
        <div key={key}>{cell(row)}</div>
      ))}
    </div>,
  )
  const steps = screen.getAllByRole('button').filter((button) => button.hasAttribute('aria-label'))
  return steps.map(({ textContent }) => textContent)
}

test('a deletion that somebody else requested is approved or rejected', () => {
  expect(show({ ...requested, isOwnRequest: false })).toEqual(['Approve deletion', 'Reject'])
  screen.getByText('Rita')
})

test('an own request can only be withdrawn', () => {
  expect(show({ ...requested, isOwnRequest: true })).toEqual(['Reject'])
  screen.getByText('You')
})

test('a card with a single step names severity, source, type in two lines, and reviewer, and nothing for a missing remark', () => {
  const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  render(<>{card?.render({ ...requested, stage: 'published' })}</>)
  expect(screen.getByText('Domain, Look-alike domain').className).toContain('clamp')
  expect(screen.getByText('High').className).not.toContain('visually-hidden')
  screen.getByText('by Rita')
  expect(screen.queryByText(/remark/i)).toBeNull()
  expect(screen.getByRole('button', { name: /^Recall/ }).dataset['kind']).toBe('plain')
})

test('a published record says in how many minutes its client is notified, and that it was', () => {
  const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures: new Map() } as const
  const when = stageColumns({ ...parts, onAction: () => undefined, hasRoom: true }, 'wide').find(
    ({ key }) => key === 'when',
  )
  const shownIn = (announcedAt?: string) =>
    render(
      <>{when?.render({ ...requested, stage: 'published', stagedAt: ago(1), ...(announcedAt && { announcedAt }) })}</>,
    ).container.textContent
  expect(shownIn(ago(-0.1))).toBe('1 hour agoThe client is notified in 6 minutes')
  expect(shownIn(ago(0.1))).toBe('1 hour agoClient notified')
  expect(shownIn()).toBe('1 hour ago')
})

test('a published record that the client has decided on says nothing of a notification to come', () => {
  const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures: new Map() } as const
  const row: QaRecord = { ...requested, stage: 'published', status: 'takedown', announcedAt: ago(-0.1) }
  for (const layout of ['wide', 'cards'] as const) {
    const columns = stageColumns({ ...parts, onAction: () => undefined, hasRoom: true }, layout)
    render(columns.map(({ key, render: cell }) => <div key={key}>{cell(row)}</div>))
    screen.getByText('Decided by client')
    expect(screen.queryByText(/notified/)).toBeNull()
    cleanup()
  }
})

test('that the client has decided is below the time, where it has room beside neither the name nor the buttons', () => {
  const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures: new Map() } as const
  const row: QaRecord = { ...requested, stage: 'published', status: 'takedown', stagedAt: ago(1) }
  const columns = stageColumns({ ...parts, onAction: () => undefined, hasRoom: true }, 'wide')
  const cellOf = (key: string) =>
    render(<>{columns.find((column) => column.key === key)?.render(row)}</>).container.textContent
  expect(cellOf('when')).toBe('1 hour agoDecided by client')
  expect(cellOf('actions')).toBe('')
})

test('what the client has decided on has no button to recall it', () => {
  const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  render(<>{card?.render({ ...requested, stage: 'published', status: 'takedown' })}</>)
  expect(screen.queryByRole('button', { name: /^Recall/ })).toBeNull()
  screen.getByText('Decided by client')
})

test('what a reviewer whitelisted says so, and can be recalled', () => {
  const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  const row = { ...requested, stage: 'published', status: 'whitelist', whitelistedInReview: true } as const
  render(<>{card?.render(row)}</>)
  screen.getByText('Whitelisted')
  expect(screen.queryByText('Decided by client')).toBeNull()
  screen.getByRole('button', { name: /^Recall/ })
})

test('a card of the watchlist says of what each time is, in the form of the columns', () => {
  const watched = { stagedAt: ago(50), lastSeen: ago(30), checkedAt: ago(40), dueAt: ago(-50) }
  const parts = { stage: 'watchlist', kind: 'threat', actions: stageActions.watchlist, failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  const { container } = render(<>{card?.render({ ...requested, stage: 'watchlist', ...watched })}</>)
  for (const text of ['Next check: In 3 days', 'Checked yesterday', 'Added 2 days ago', 'Seen again yesterday'])
    expect(container.textContent).toContain(text)
})

test('a card of the watchlist says whose remark it has', () => {
  const parts = { stage: 'watchlist', kind: 'threat', actions: stageActions.watchlist, failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  render(<>{card?.render({ ...requested, stage: 'watchlist', stageReason: 'No content yet' })}</>)
  expect(screen.getByText('No content yet').parentElement?.textContent).toBe('No content yet· Rita')
  cleanup()
  expect(render(<>{card?.render({ ...requested, stage: 'watchlist' })}</>).container.textContent).toContain('by Rita')
})

test.each([
  ['deletionPending', 'Requested yesterdayby Rita'],
  ['deleted', 'Deleted yesterdayby Rita'],
  ['published', 'Published yesterdayby Rita'],
] as const)('a card of the stage %s says when it was moved there, and who did it', (stage, text) => {
  const parts = { stage, kind: 'threat', actions: stageActions[stage], failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  expect(render(<>{card?.render({ ...requested, stage, stagedAt: ago(30) })}</>).container.textContent).toContain(text)
})

test.each(['watchlist', 'deletionPending'] as const)('a card of the stage %s names source and type', (stage) => {
  const parts = { stage, kind: 'threat', actions: stageActions[stage], failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  render(<>{card?.render({ ...requested, stage })}</>)
  screen.getByText('Domain, Look-alike domain')
})

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('the watchlist gives ages in the form of the other lists', () => {
  show({ ...requested, stage: 'watchlist', stagedAt: ago(50), lastSeen: ago(4.5), checkedAt: ago(23.5) })
  expect(screen.getByText('2 days ago')).not.toBeNull()
  expect(screen.getByText(/^Checked/).textContent).toBe('Checked 23 hours ago')
  expect(screen.getByText(/^Seen again/).textContent).toBe('Seen again 4 hours ago')
})

test('a remark has two lines, and one above the name of the reviewer, with the whole text as a tip', () => {
  const remark = 'No report about it so far'
  show({ ...requested, stageReason: remark })
  expect(screen.getByText(remark).className).toContain('clamp')
  cleanup()
  show({ ...requested, stage: 'watchlist', stageReason: remark })
  expect(screen.getByText(remark).className).toContain('cut')
  expect(screen.getByText(remark).className).not.toContain('clamp')
  expect(screen.getByText(remark).title).toBe(remark)
})

test('an address has two lines, broken after its parts, without its scheme', () => {
  show({ ...requested, source: 'URL', title: 'https://news.deals.bank.example/go?url=https%3A%2F%2Fbank.example' })
  const shown = screen.getByTitle(/^hxxps:/)
  expect(shown.className).toContain('clamp')
  expect(shown.className).toContain('anywhere')
  expect(shown.innerHTML).toBe(
    'news[.]<wbr>deals[.]<wbr>bank[.]<wbr>example/<wbr>go?url=hxxps%3A%2F%2Fbank[.]<wbr>example',
  )
})

test('of an address with a host longer than two lines its beginning and the path are cut, and never its end', () => {
  show({ ...requested, source: 'URL', title: `https://${'a'.repeat(50)}.deals.bank.example/go?url=a` })
  const shown = screen.getByTitle(/^hxxps:/)
  expect([...shown.children].map(({ textContent }) => textContent)).toEqual([
    `${'a'.repeat(50)}[.]deals[.]`,
    'bank[.]example',
    '/go?url=a',
  ])
})

test('the actions of the watchlist have their words where there is room, and are otherwise in a menu after the first', () => {
  const watched = { ...requested, stage: 'watchlist' as const }
  expect(show(watched, true)).toEqual(['Publish', 'Keep watching', 'Return to queue', 'Request deletion'])
  cleanup()
  const taken: StageStep[] = []
  const onRow = vi.fn<() => void>()
  expect(show(watched, false, { onAction: ({ step }) => taken.push(step), onRow })).toEqual(['Publish', 'More'])
  const menu = screen.getByRole('dialog', { name: 'More: login-bank[.]example', hidden: true })
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  const choices = within(menu).getAllByRole('button', { hidden: true })
  expect(choices.map(({ textContent }) => textContent)).toEqual([
    'Keep watching',
    'Return to queue',
    'Request deletion',
  ])
  const hidePopover = vi.fn<() => void>()
  Object.assign(menu, { hidePopover })
  fireEvent.click(choices[1] as HTMLElement)
  expect(taken).toEqual(['unwatch'])
  expect(hidePopover).toHaveBeenCalledOnce()
  expect(onRow).not.toHaveBeenCalled()
})

test.each(['wide', 'narrow'] as const)(
  'what was published has no column of remarks when %s: one is below the person',
  (layout) => {
    const failures = new Map([['b', 'Already recalled']])
    const parts = { stage: 'published', kind: 'threat', actions: stageActions.published, failures } as const
    const columns = stageColumns({ ...parts, onAction: () => undefined, hasRoom: true }, layout)
    expect(columns.map(({ key }) => key)).toEqual(['threat', 'severity', 'by', 'when', 'actions'])
    const by = columns.find(({ key }) => key === 'by')
    const shownIn = (row: QaRecord) => render(<>{by?.render(row)}</>).container.textContent
    expect(shownIn(requested)).toBe('Rita')
    expect(shownIn({ ...requested, stageReason: 'Seen again' })).toBe('RitaSeen again')
    expect(shownIn({ ...requested, id: 'b' })).toBe('RitaAlready recalled')
  },
)

const timeLabelOf = (stage: ListedStage) =>
  stageColumns(
    {
      stage,
      kind: 'threat',
      actions: stageActions[stage],
      failures: new Map(),
      onAction: () => undefined,
      hasRoom: true,
    },
    'wide',
  ).find(({ key }) => key === 'when')?.label

test('the column of the time says of what, and Recall does not look like a deletion', () => {
  expect((['watchlist', 'deletionPending', 'deleted', 'published'] as const).map(timeLabelOf)).toEqual([
    'Added',
    'Requested',
    'Deleted',
    'Published',
  ])
  expect(stageActions.published.map(({ kind }) => kind)).toEqual(['plain'])
})

test('on a card of the deleted the remark has a line of its own, so that neither it nor the name is cut', () => {
  const parts = { stage: 'deleted', kind: 'threat', actions: stageActions.deleted, failures: new Map() } as const
  const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
  render(<>{card?.render({ ...requested, stage: 'deleted', stageReason: 'A fan site' })}</>)
  expect(screen.getByText('by Rita').parentElement?.textContent).not.toContain('A fan site')
})

test.each(['watchlist', 'deletionPending', 'deleted'] as const)(
  'on a card of the stage %s an address takes two lines',
  (stage) => {
    const parts = { stage, kind: 'threat', actions: stageActions[stage], failures: new Map() } as const
    const [card] = stageColumns({ ...parts, onAction: () => undefined, hasRoom: false }, 'cards')
    const row: QaRecord = { ...requested, stage, source: 'URL', title: 'https://bankpay-refund45.invalid/rewards/9063' }
    const shown = render(<>{card?.render(row)}</>).container.querySelector('b[title]')
    expect(shown?.className).toContain('clamp')
    expect(shown?.innerHTML).toContain('/<wbr>rewards/<wbr>9063')
  },
)
