// @vitest-environment happy-dom
import { minuteMs } from '@signet/contract/time'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { listeningKeys } from '../../../ui/keys/shortcuts.ts'
import { validateStageSearch } from './stage-search.ts'
import { DeletedPage, DeletionQueuePage, PublishedPage, ToutWatchlistPage, WatchlistPage } from './stage-list-page.tsx'

const rowOf = (id: string, title: string, more: object = {}) => ({
  id,
  source: 'Domain',
  title,
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage: 'watchlist',
  stagedAt: '2026-11-01T00:00:00Z',
  lastSeen: '2026-11-01T00:00:00Z',
  dueAt: '2026-11-08T00:00:00Z',
  checkedAt: '2026-11-01T00:00:00Z',
  checkedBy: 'Rita',
  stagedBy: 'Rita',
  isOwnRequest: false,
  reasons: [],
  version: 1,
  ...more,
})

interface Sent {
  path: string
  body: Record<string, unknown>
}

interface Server {
  rows?: object[]
  answers?: Record<string, () => unknown>
  graceMinutes?: number
}

/** Opens the page of a stage; steps on a record give it version 2, and several at once are all done. */
async function open(page: () => React.ReactNode, { rows, answers = {}, graceMinutes = 10 }: Server = {}) {
  const sent: Sent[] = []
  const items = rows ?? [rowOf('a', 'one.test'), rowOf('b', 'two.test')]
  const info = { name: 'Bank', config: {}, modules: {}, threatSources: [], toutSources: [] }
  await signIn({ role: 'qa' }, (path, init) => {
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as { ids?: string[] }
    if (init.method && init.method !== 'GET') sent.push({ path, body })
    const own = Object.entries(answers).find(([part]) => path.includes(part))
    if (own) return Response.json(own[1]())
    if (path.includes('getClientInfo')) return Response.json(info)
    if (path.includes('/reviewPolicy')) return Response.json({ graceMinutes })
    if (path.includes('/qa/getQA')) return Response.json({ items, total: items.length, pageNumber: 1, limit: 100 })
    if (path.includes('/qa/getDashboard')) return Response.json({ deletionsWaiting: 0 })
    const { ids } = body
    if (ids)
      return Response.json({ done: ids, versions: Object.fromEntries(ids.map((id) => [id, 2])), failed: [], dueAt: '' })
    return Response.json(init.method === 'POST' ? { ...rowOf('a', 'one.test'), version: 2 } : [])
  })
  showPage(page, { validateSearch: validateStageSearch })
  await screen.findAllByText(/one/)
  return sent
}

const press = (key: string) => fireEvent.keyDown(document.body, { key })
const messages = () =>
  snackbars
    .current()
    .filter(({ phase }) => phase !== 'closing')
    .map(({ text }) => text)
const undoOf = (text: string) => snackbars.current().find((message) => message.text === text)?.action
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
const last = (sent: readonly Sent[]) => sent.at(-1)

afterEach(() => {
  for (const { messageId } of snackbars.current()) snackbars.close(messageId)
})

test.each([
  ['publishing', WatchlistPage, 'threat', 'p', '/publish?', 'Published one[.]test'],
  ['returning to the queue', WatchlistPage, 'threat', 'r', '/unwatch?', 'Returned one[.]test to the queue'],
  ['returning a tout to the queue', ToutWatchlistPage, 'tout', 'r', '/unwatch?', 'Returned one[.]test to the queue'],
  ['approving a deletion', DeletionQueuePage, 'threat', 'a', '/approve?', 'Deleted one[.]test'],
  [
    'rejecting a deletion',
    DeletionQueuePage,
    'threat',
    'r',
    '/refuse?',
    'Rejected deletion and returned one[.]test to the queue',
  ],
  ['restoring', DeletedPage, 'threat', 'r', '/restore?', 'Restored one[.]test to the queue'],
])('Z undoes the last step of a later stage, once: %s', async (_, page, kind, key, path, text) => {
  const sent = await open(page)
  press('j')
  press(key)
  await waitFor(() => expect(last(sent)?.path).toContain(path))
  await waitFor(() => expect(undoOf(text)?.label).toBe('Undo'))
  press('z')
  await waitFor(() => expect(last(sent)?.path).toContain('/qa/undo'))
  expect(last(sent)?.body).toEqual({ kind, ids: ['a'], versions: { a: 2 } })
  await waitFor(() => expect(messages()).toContain(`Undone: ${text}`))
  expect(messages()).not.toContain(text)
  press('z')
  await waitFor(() => expect(messages()).toContain('Nothing to undo'))
  expect(sent).toHaveLength(2)
})

test('the Undo of a message undoes a step on several threats, and says which has changed since', async () => {
  const sent = await open(WatchlistPage, {
    answers: { '/qa/undo': () => ({ done: ['a'], versions: { a: 3 }, failed: [{ id: 'b', code: 'CONFLICT' }] }) },
  })
  press('j')
  press('x')
  press('j')
  press('x')
  await screen.findByText('2 selected')
  press('r')
  await waitFor(() => expect(last(sent)?.body).toMatchObject({ action: 'unwatch', ids: ['a', 'b'] }))
  await waitFor(() => expect(undoOf('Returned 2 threats to the queue')).toBeTruthy())
  undoOf('Returned 2 threats to the queue')?.run()
  await waitFor(() => expect(last(sent)?.body).toEqual({ kind: 'threat', ids: ['a', 'b'], versions: { a: 2, b: 2 } }))
  await waitFor(() => expect(messages()).toContain('Undone: Returned one[.]test to the queue'))
  expect(messages()).toContain("Couldn't undo: Returned two[.]test to the queue. It has changed since.")
})

test('steps of the same kind share a message, whose Undo undoes all of them', async () => {
  const sent = await open(WatchlistPage)
  const publishes = () => sent.filter(({ path }) => path.includes('/publish?')).length
  press('j')
  press('p')
  await waitFor(() => expect(undoOf('Published one[.]test')).toBeTruthy())
  press('j')
  press('p')
  await waitFor(() => expect(publishes()).toBe(2))
  await waitFor(() => expect(undoOf('Published 2 threats')).toBeTruthy())
  undoOf('Published 2 threats')?.run()
  const undone = () => sent.filter(({ path }) => path.includes('/qa/undo')).map(({ body }) => body['ids'])
  await waitFor(() => expect(undone()).toEqual([['b'], ['a']]))
  await waitFor(() => expect(messages()).toEqual(['Undone: Published 2 threats']))
})

test('keeping on the watchlist is undone, too', async () => {
  const sent = await open(WatchlistPage)
  press('j')
  press('c')
  const dialog = await screen.findByRole('dialog', { name: 'Keep on watchlist' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep watching' }))
  await waitFor(() => expect(undoOf('Kept one[.]test on the watchlist')).toBeTruthy())
  press('z')
  await waitFor(() => expect(last(sent)?.path).toContain('/qa/undo'))
  expect(last(sent)?.body).toEqual({ kind: 'threat', ids: ['a'], versions: { a: 2 } })
})

test('a recall before the client is notified is undone', async () => {
  const sent = await open(PublishedPage, {
    rows: [rowOf('a', 'one.test', { stage: 'published', announcedAt: inMinutes(5) })],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Recall: one[.]test' }))
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /^Recall/ })).getByRole('button', { name: 'Recall' }),
  )
  await waitFor(() => expect(undoOf('Recalled one[.]test')).toBeTruthy())
  press('z')
  await waitFor(() => expect(last(sent)?.path).toContain('/qa/undo'))
})

test('a recall that the client was notified of has no Undo, and Z says why without undoing the step before it', async () => {
  const rows = [
    rowOf('a', 'one.test', { stage: 'published', announcedAt: inMinutes(5) }),
    rowOf('b', 'two.test', { stage: 'published', announcedAt: inMinutes(-5) }),
  ]
  const sent = await open(PublishedPage, { rows })
  fireEvent.click(await screen.findByRole('button', { name: 'Recall: one[.]test' }))
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /^Recall/ })).getByRole('button', { name: 'Recall' }),
  )
  await waitFor(() => expect(undoOf('Recalled one[.]test')).toBeTruthy())
  fireEvent.click(await screen.findByRole('button', { name: 'Recall: two[.]test' }))
  const dialog = await screen.findByRole('dialog', { name: /^Recall/ })
  fireEvent.click(within(dialog).getAllByRole('radio')[0]!)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Recall' }))
  await waitFor(() => expect(messages()).toContain('Recalled two[.]test'))
  expect(undoOf('Recalled two[.]test')).toBeUndefined()
  const reason = "Couldn't undo: Recalled two[.]test. The client was notified of the recall. Publish it again instead."
  for (const _ of ['once', 'twice']) {
    press('z')
    await waitFor(() => expect(messages()).toContain(reason))
  }
  expect(sent.filter(({ path }) => path.includes('/qa/undo'))).toEqual([])
})

test('a recall of what a reviewer whitelisted has no Undo, because the allow list has changed too', async () => {
  const rows = [rowOf('a', 'one.test', { stage: 'published', status: 'whitelist', whitelistedInReview: true })]
  const sent = await open(PublishedPage, { rows })
  fireEvent.click(await screen.findByRole('button', { name: 'Recall: one[.]test' }))
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /^Recall/ })).getByRole('button', { name: 'Recall' }),
  )
  await waitFor(() => expect(messages()).toContain('Recalled one[.]test'))
  press('z')
  await waitFor(() => expect(messages().join(' ')).toContain('It is no longer on the allow list.'))
  expect(sent.filter(({ path }) => path.includes('/qa/undo'))).toEqual([])
})

test('a publication that the client is notified of at once has no Undo', async () => {
  const sent = await open(WatchlistPage, { graceMinutes: 0 })
  press('j')
  press('p')
  await waitFor(() => expect(messages()).toContain('Published one[.]test'))
  expect(undoOf('Published one[.]test')).toBeUndefined()
  press('z')
  await waitFor(() => expect(messages().join(' ')).toContain('recall it under Published, with a reason'))
  expect(sent).toHaveLength(1)
})

test('the keyboard help of a later stage lists Z', async () => {
  await open(WatchlistPage)
  expect(listeningKeys().has('z')).toBe(true)
})
