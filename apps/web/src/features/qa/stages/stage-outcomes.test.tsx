// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { validateStageSearch } from './stage-search.ts'
import { WatchlistPage } from './stage-list-page.tsx'
import { settleMs } from './use-stage-steps.ts'

const at = '2026-11-01T00:00:00Z'
const rowOf = (id: string, version: number) => ({
  id,
  source: 'Domain',
  title: `${id}.test`,
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage: 'watchlist',
  stagedAt: at,
  lastSeen: at,
  dueAt: at,
  checkedAt: at,
  checkedBy: 'Rita',
  stagedBy: 'Rita',
  isOwnRequest: false,
  reasons: [],
  version,
})

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  for (const { messageId } of snackbars.current()) snackbars.close(messageId)
})

/** Opens the watchlist with the records a to d; those that are published leave it, and return when that is undone. */
async function open(refused: readonly string[] = []) {
  const versions = new Map(['a', 'b', 'c', 'd'].map((id) => [id, 1]))
  const left = new Set<string>()
  const stepOn = (id: string) => versions.set(id, (versions.get(id) ?? 0) + 1)
  await signIn({ role: 'qa' }, (path, { method = 'GET', body }) => {
    if (path.includes('/qa/undo')) {
      const { ids } = JSON.parse(typeof body === 'string' ? body : '{}') as { ids: string[] }
      for (const id of ids) left.delete(id)
      for (const id of ids) stepOn(id)
      return Response.json({
        done: ids,
        versions: Object.fromEntries(ids.map((id) => [id, versions.get(id)])),
        failed: [],
      })
    }
    const [, id = ''] = /\/(\w)\/publish\?/.exec(path) ?? []
    if (method !== 'GET') {
      if (refused.includes(id))
        return Response.json({ code: 'CONFLICT', message: 'Changed.', details: [] }, { status: 409 })
      left.add(id)
      stepOn(id)
      return Response.json(rowOf(id, versions.get(id) ?? 0))
    }
    if (path.includes('/qa/getQAWatchlist')) {
      const items = [...versions].filter(([one]) => !left.has(one)).map(([one, version]) => rowOf(one, version))
      return Response.json({ items, total: items.length, pageNumber: 1, limit: 100 })
    }
    if (path.includes('/reviewPolicy')) return Response.json({ graceMinutes: 10 })
    return Response.json([])
  })
  showPage(WatchlistPage, { validateSearch: validateStageSearch })
  await screen.findByText('4 threats')
}

const press = (key: string) => fireEvent.keyDown(document.body, { key })
const rowWith = (id: string) => screen.getByTitle(`${id}[.]test`).closest<HTMLElement>('[role=row]')!
const current = () => document.querySelector('[data-cursor] [title$="test"]')?.getAttribute('title')
const titles = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[role=row] [title$="[.]test"]'), ({ title }) => title)
const pause = () => act(() => vi.advanceTimersByTimeAsync(settleMs + 100))

test('a decided row says in its place what was done, and leaves when the reviewer pauses, while the cursor stays on its record', async () => {
  await open()
  press('j')
  press('j')
  press('p')
  expect(current()).toBe('c[.]test')
  within(rowWith('b')).getByText('Published')
  // Nothing of it is due any more.
  expect(rowWith('b').textContent).not.toContain('Due now')
  within(rowWith('a')).getByText('Due now')
  await within(rowWith('b')).findByRole('button', { name: 'Undo: b[.]test' })
  screen.getByText('3 threats')
  expect(titles()).toHaveLength(4)
  await pause()
  await waitFor(() => expect(titles()).toEqual(['a[.]test', 'c[.]test', 'd[.]test']))
  expect(current()).toBe('c[.]test')
})

test('nothing moves while one row after another is decided', async () => {
  await open()
  press('j')
  for (const id of ['a', 'b', 'c']) {
    press('p')
    await within(rowWith(id)).findByRole('button', { name: `Undo: ${id}[.]test` })
    await act(() => vi.advanceTimersByTimeAsync(settleMs / 2))
  }
  expect(titles()).toHaveLength(4)
  expect(current()).toBe('d[.]test')
  await pause()
  await waitFor(() => expect(titles()).toEqual(['d[.]test']))
})

test('Undo in a row undoes only the step on it, and the rest of a double click does not', async () => {
  await open()
  press('j')
  press('p')
  await within(rowWith('a')).findByRole('button', { name: 'Undo: a[.]test' })
  press('p')
  const undo = await within(rowWith('b')).findByRole('button', { name: 'Undo: b[.]test' })
  fireEvent.click(within(rowWith('a')).getByRole('button', { name: 'Undo: a[.]test' }), { detail: 2 })
  fireEvent.click(undo, { detail: 1 })
  await waitFor(() => expect(titles()).toEqual(['b[.]test', 'c[.]test', 'd[.]test']))
  expect(within(rowWith('b')).queryByText('Published')).toBeNull()
  within(rowWith('b')).getByRole('button', { name: 'Publish: b[.]test' })
  expect(current()).toBe('b[.]test')
})

test('a refused step leaves its row as it was, with the reason', async () => {
  await open(['a'])
  press('j')
  press('p')
  await within(rowWith('a')).findByText(/Changed/)
  expect(within(rowWith('a')).queryByText('Published')).toBeNull()
  within(rowWith('a')).getByRole('button', { name: 'Publish: a[.]test' })
  screen.getByText('4 threats')
})

test('a decided row takes no further step', async () => {
  await open()
  press('j')
  press('p')
  await within(rowWith('a')).findByRole('button', { name: 'Undo: a[.]test' })
  press('k')
  press('r')
  expect(within(rowWith('a')).queryByText('Returned to the queue')).toBeNull()
  within(rowWith('a')).getByText('Published')
})
