// @vitest-environment happy-dom
import type { Leak, LeakStatus } from '@signet/contract/leaks/leaks'
import type { Page } from '@signet/contract/wire'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import { snackbars, toasts } from '../../../ui/feedback/messages/toasts.ts'
import { useLeakChanges } from './use-leak-changes.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const newLeak = (number: number, status: LeakStatus = 'open'): Leak => ({
  id: idOf(number),
  leakType: 'comboLists',
  leakTypeLabel: 'Combo lists',
  entity: 'package',
  source: 'database',
  date: '2026-11-20T10:00:00Z',
  addedAt: '2026-11-20T10:00:00Z',
  username: `person-${number}@x.example`,
  isNameMasked: false,
  isEmployee: false,
  hasPassword: false,
  password: null,
  canReveal: false,
  status,
  isDemo: true,
  version: 1,
})
const leaks = [newLeak(1), newLeak(2, 'resolved'), newLeak(3)]

let sent: {
  path: string
  body: { status: LeakStatus; version?: number; ids?: string[]; versions?: Record<string, number> }
}[] = []
/** Leaks that somebody else changed. */
let changedByOthers: string[] = []
let refuses = false
let client: QueryClient

beforeEach(() => {
  sent = []
  refuses = false
  changedByOthers = []
  client = new QueryClient()
  client.setQueryData(['bank', 'leaks', 'list', {}], { items: leaks, total: 3, pageNumber: 1, limit: 100 })
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as (typeof sent)[number]['body']
    sent.push({ path, body })
    if (refuses) return Promise.resolve(Response.json({ code: 'CONFLICT', message: 'x' }, { status: 409 }))
    if (body.ids) {
      const failed = body.ids.filter((id) => changedByOthers.includes(id)).map((id) => ({ id, code: 'CONFLICT' }))
      const done = body.ids.filter((id) => !changedByOthers.includes(id))
      const versions = Object.fromEntries(done.map((id) => [id, (body.versions?.[id] ?? 6) + 1]))
      return Promise.resolve(Response.json({ done, versions, failed }))
    }
    const before = statuses().find(({ id }) => path.includes(id))
    return Promise.resolve(
      Response.json({
        ...leaks.find(({ id }) => id === before?.id),
        status: body.status,
        version: (body.version ?? 0) + 1,
      }),
    )
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  // The messages that waited for their place, too.
  await waitFor(() => {
    closeMessages()
    expect([...snackbars.current(), ...toasts.current()]).toEqual([])
  })
})

function closeMessages(): void {
  for (const store of [snackbars, toasts]) {
    for (const { messageId, phase } of store.current()) if (phase !== 'closing') store.close(messageId)
  }
}

const statuses = () => client.getQueryData<Page<Leak>>(['bank', 'leaks', 'list', {}])?.items ?? []
const words = () => statuses().map(({ status }) => status)
const start = () =>
  renderHook(() => useLeakChanges('bank', createGridStore()), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  }).result

const shown = () => snackbars.current().filter(({ phase }) => phase !== 'closing')
const texts = () => snackbars.current().map(({ text }) => text)

test('a leak is changed immediately with the version that was loaded, and Z restores its previous state', async () => {
  const changes = start()
  await act(() => changes.current.changeOne(leaks[0] as Leak, 'resolved'))
  expect(words()).toEqual(['resolved', 'resolved', 'open'])
  expect(sent[0]).toMatchObject({ body: { status: 'resolved', version: 1 } })
  act(() => changes.current.undoLast())
  await waitFor(() => expect(words()).toEqual(['open', 'resolved', 'open']))
})

test('a change that conflicts with another is reverted with the reason', async () => {
  refuses = true
  const changes = start()
  await act(() => changes.current.changeOne(leaks[0] as Leak, 'ignored'))
  expect(words()).toEqual(['open', 'resolved', 'open'])
  expect(snackbars.current().at(-1)?.text).toContain('Someone else changed')
})

test('several leaks are changed in one call, and Undo restores the state of each', async () => {
  const changes = start()
  await act(() => changes.current.changeMany(leaks, 'ignored'))
  expect(sent).toHaveLength(1)
  expect(words()).toEqual(['ignored', 'ignored', 'ignored'])
  act(() => changes.current.undoLast())
  await waitFor(() => expect(words()).toEqual(['open', 'resolved', 'open']))
})

test('a change of several sends the versions that were loaded, and says which leaks somebody has changed since', async () => {
  changedByOthers = [idOf(1)]
  const changes = start()
  await act(() => changes.current.changeMany(leaks, 'ignored'))
  expect(sent[0]?.body.versions).toEqual({ [idOf(1)]: 1, [idOf(2)]: 1, [idOf(3)]: 1 })
  expect(words()).toEqual(['open', 'ignored', 'ignored'])
  expect(texts()).toContain('1 leak stays as it is, because someone else changed it')
})

test('a leak that was selected before its last change is sent with its present version', async () => {
  const changes = start()
  await act(() => changes.current.changeOne(leaks[0] as Leak, 'resolved'))
  await act(() => changes.current.changeMany([leaks[0] as Leak], 'ignored'))
  expect(sent[1]?.body.versions).toEqual({ [idOf(1)]: 2 })
})

test('a leak that somebody has changed since is not said to have the status already', async () => {
  changedByOthers = [idOf(1)]
  const changes = start()
  await act(() => changes.current.changeMany([leaks[0] as Leak], 'ignored'))
  expect(toasts.current().map(({ text }) => text)).toEqual([])
})

test('Undo of several sends the versions that the change produced, and says which leaks somebody has changed since', async () => {
  const changes = start()
  await act(() => changes.current.changeMany(leaks, 'ignored'))
  changedByOthers = [idOf(1)]
  closeMessages()
  act(() => changes.current.undoLast())
  await waitFor(() => expect(sent).toHaveLength(3))
  const open = sent.find(({ body }) => body.status === 'open')
  expect(open?.body.versions).toEqual({ [idOf(1)]: 2, [idOf(3)]: 2 })
  await waitFor(() => expect(words()).toEqual(['ignored', 'resolved', 'open']))
  await waitFor(() => expect(texts()).toContain('1 leak stays as it is, because someone else changed it'))
})

test('Undo of one leak sends the version that the change produced', async () => {
  const changes = start()
  await act(() => changes.current.changeOne(leaks[0] as Leak, 'resolved'))
  act(() => changes.current.undoLast())
  await waitFor(() => expect(sent[1]?.body.versions).toEqual({ [idOf(1)]: 2 }))
})

test('changes to the same status one after another share one message, whose Undo restores the state of each', async () => {
  const result = start()
  await act(() => result.current.changeOne(leaks[0]!, 'ignored'))
  await act(() => result.current.changeOne(leaks[1]!, 'ignored'))
  expect(shown().map(({ text }) => text)).toEqual(['2 leaks ignored'])
  act(() => shown()[0]?.action?.run())
  await waitFor(() => expect(words()).toEqual(['open', 'resolved', 'open']))
})

test('Undo of changes that share a message is one message for each status that is back', async () => {
  const result = start()
  await act(() => result.current.changeOne(leaks[0]!, 'ignored'))
  await act(() => result.current.changeOne(leaks[2]!, 'ignored'))
  act(() => shown()[0]?.action?.run())
  await waitFor(() => expect(shown().map(({ text }) => text)).toEqual(['2 leaks reopened']))
})
