// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { snackbars, toasts } from '../../../ui/feedback/messages/toasts.ts'
import {
  announced,
  current,
  detail,
  json,
  list,
  messageOf,
  newThreat,
  open,
  press,
  rows,
  server,
  threats,
} from '../../../../test/review-queue.tsx'

test('a double click on Publish decides on one threat, once', async () => {
  await open()
  const publish = screen.getByRole('button', { name: /^Publish to client/ })
  fireEvent.click(publish, { detail: 1 })
  fireEvent.click(publish, { detail: 2 })
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(announced()).toContain('Published one[.]test, 2 waiting'))
  expect(server.sent.map(({ path }) => path.includes('/publish'))).toEqual([true])
})

test('a second start of a step that is under way is dropped', async () => {
  await open()
  const publish = screen.getByRole('button', { name: /^Publish to client/ })
  act(() => {
    publish.click()
    publish.click()
  })
  await waitFor(() => expect(announced()).toContain('Published one[.]test, 2 waiting'))
  await waitFor(() => expect(server.sent).toHaveLength(1))
  expect(rows()).toHaveLength(2)
})

test('W whitelists with a reason that the client reads, and Z takes it back', async () => {
  await open()
  fireEvent.change(screen.getByRole('textbox', { name: 'Remark' }), { target: { value: 'ok' } })
  press('w')
  const dialog = await screen.findByRole('dialog', { name: 'Whitelist one[.]test?' })
  expect(dialog.textContent).toContain('this domain and every name below it')
  expect(dialog.textContent).toContain('on its allow list')
  const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
  expect(document.activeElement).toBe(reason)
  expect(reason).toHaveProperty('value', 'ok')
  fireEvent.keyDown(reason, { key: 'Enter' })
  await within(dialog).findByText('Enter a reason of at least 3 characters.')
  expect(server.sent).toHaveLength(0)
  fireEvent.change(reason, { target: { value: 'The shop of a reseller' } })
  fireEvent.keyDown(reason, { key: 'Enter' })
  await waitFor(() => expect(server.sent).toHaveLength(1))
  expect(server.sent[0]?.path).toContain('/whitelist')
  expect(server.sent[0]).toMatchObject({
    body: { remark: { kind: 'custom', text: 'The shop of a reseller' }, version: 1 },
  })
  await waitFor(() => expect(announced()).toContain('Whitelisted one[.]test, 2 waiting'))
  expect(rows()).toHaveLength(2)
  server.answers = {
    '/qa/bulk': () => json({ done: [threats[0]!.id], versions: { [threats[0]!.id]: 3 }, failed: [] }),
    '/qa/getQAThreats': () =>
      json({ items: [{ ...threats[0], version: 3 }, threats[1], threats[2]], total: 3, pageNumber: 1, limit: 200 }),
  }
  press('z')
  const ids = [threats[0]!.id]
  await waitFor(() =>
    expect(server.sent.at(-1)).toMatchObject({ body: { ids, action: 'recall', versions: { [threats[0]!.id]: 2 } } }),
  )
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('Z undoes the last move to the watchlist', async () => {
  await open()
  press('l')
  await waitFor(() => expect(server.sent.at(-1)?.path).toContain('/watch'))
  await waitFor(() => expect(rows()).toHaveLength(2))
  server.answers = {
    '/qa/getQAThreats': () =>
      json({ items: [{ ...threats[0], version: 3 }, threats[1], threats[2]], total: 3, pageNumber: 1, limit: 200 }),
  }
  press('z')
  await waitFor(() => expect(server.sent.at(-1)?.path).toContain('/qa/undo'))
  expect(server.sent.at(-1)?.body).toEqual({ kind: 'threat', ids: [threats[0]!.id], versions: { [threats[0]!.id]: 2 } })
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test.each(['Z', 'the Undo of its message'])(
  'a step that %s undoes is named as undone, and is the current threat again',
  async (way) => {
    await open()
    press('j')
    press('l')
    const text = 'Moved two[.]test to the watchlist'
    await waitFor(() => expect(messageOf(text)).toBeTruthy())
    expect(current()).toContain('three[.]test')
    server.answers = {
      '/qa/getQAThreats': () =>
        json({ items: [threats[0], { ...threats[1], version: 3 }, threats[2]], total: 3, pageNumber: 1, limit: 200 }),
    }
    if (way === 'Z') press('z')
    else messageOf(text)?.action?.run()
    await waitFor(() => expect(toasts.current().map((toast) => toast.text)).toContain(`Undone: ${text}`))
    await waitFor(() => expect(current()).toContain('two[.]test'))
    expect(rows()).toHaveLength(3)
  },
)

test('several threats that the Undo of their message returns are named as undone, and the first is current again', async () => {
  await open()
  const ids = [threats[1]!.id, threats[2]!.id]
  const answerWith = (version: number) =>
    json({ done: ids, versions: Object.fromEntries(ids.map((id) => [id, version])), failed: [] })
  server.answers = { '/qa/bulk': () => answerWith(2) }
  press('j')
  press('x')
  press('j')
  press('x')
  await screen.findByText('2 selected')
  press('l')
  const text = 'Moved 2 threats to the watchlist'
  await waitFor(() => expect(messageOf(text)).toBeTruthy())
  expect(current()).toContain('one[.]test')
  const back = threats.map((threat) => (ids.includes(threat.id) ? { ...threat, version: 3 } : threat))
  server.answers = { '/qa/undo': () => answerWith(3), '/qa/getQAThreats': list(back) }
  messageOf(text)?.action?.run()
  await waitFor(() => expect(toasts.current().map((toast) => toast.text)).toContain(`Undone: ${text}`))
  await waitFor(() => expect(current()).toContain('two[.]test'))
})

test('Z undoes what was published last, and says why when that is no longer possible', async () => {
  await open()
  press('p')
  await waitFor(() => expect(server.sent.at(-1)?.path).toContain('/publish'))
  await waitFor(() => expect(rows()).toHaveLength(2))
  const failed = [{ id: threats[0]!.id, code: 'DECIDED' }]
  server.answers = { '/qa/undo': () => json({ done: [], versions: {}, failed }) }
  press('z')
  await waitFor(() => expect(server.sent.at(-1)).toMatchObject({ body: { versions: { [threats[0]!.id]: 2 } } }))
  expect(server.sent.at(-1)?.path).toContain('/qa/undo')
  await waitFor(() => expect(announced().join(' ')).toContain('The client has already decided on it.'))
  expect(rows()).toHaveLength(2)
})

test('Z undoes a decision on several threats, and says which cannot be undone', async () => {
  await open()
  const ids = [threats[0]!.id, threats[1]!.id]
  const versions = { [threats[0]!.id]: 2, [threats[1]!.id]: 2 }
  server.answers = { '/qa/bulk': () => json({ done: ids, versions, failed: [] }) }
  press('x')
  press('j')
  press('x')
  await screen.findByText('2 selected')
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(1))
  server.answers = {
    '/qa/undo': () =>
      json({ done: [ids[0]], versions: { [threats[0]!.id]: 3 }, failed: [{ id: ids[1], code: 'DECIDED' }] }),
    '/qa/getQAThreats': () =>
      json({ items: [{ ...threats[0], version: 3 }, threats[2]], total: 2, pageNumber: 1, limit: 200 }),
  }
  press('z')
  await waitFor(() => expect(server.sent.at(-1)).toMatchObject({ body: { ids, versions } }))
  expect(server.sent.at(-1)?.path).toContain('/qa/undo')
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(announced().join(' ')).toContain('The client has already decided on it.'))
})

test('everything that the filters find is selected, loaded or not, and undone with one message', async () => {
  server.answers = { '/qa/getQAThreats': list(threats) }
  await open()
  const all = [...threats, newThreat(4, 'four.test'), newThreat(5, 'five.test')]
  const ids = all.map(({ id }) => id)
  const versions = Object.fromEntries(ids.map((id) => [id, 2]))
  press('x')
  server.answers = { '/qa/getQAThreats': list(all), '/qa/bulk': () => json({ done: ids, versions, failed: [] }) }
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 5' }))
  await screen.findByText('5 selected')
  press('p')
  await waitFor(() => expect(server.sent.at(-1)).toMatchObject({ body: { ids, action: 'publish' } }))
  await waitFor(() => expect(announced().join(' ')).toContain('Published 5 threats'))
  press('z')
  await waitFor(() => expect(server.sent.at(-1)?.path).toContain('/qa/undo'))
  expect(server.sent.at(-1)).toMatchObject({ body: { ids } })
})

test('steps of the same kind share one message', async () => {
  await open()
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(2))
  press('p')
  await waitFor(() =>
    expect(
      snackbars
        .current()
        .filter(({ phase }) => phase !== 'closing')
        .map(({ text }) => text),
    ).toContain('Published 2 threats'),
  )
})

test('M compares a possible duplicate, merging removes it from the queue, and Z brings it back', async () => {
  const [one, two] = threats
  const related = [{ ...two, firstSeen: '2026-11-01T10:00:00Z', match: 'title' }]
  server.answers = {
    '/merge?': () => json({ ...one, version: 2, stage: 'merged', mergedInto: two!.id }),
    [`${one!.id}?`]: () => json({ ...one, ...detail, related }),
    [`${two!.id}?`]: () => json({ ...two, ...detail, firstSeen: '2026-11-01T10:00:00Z' }),
  }
  await open()
  await screen.findByRole('button', { name: 'Merge two[.]test' })
  press('m')
  const dialog = await screen.findByRole('dialog', { name: 'Merge duplicates' })
  expect((await within(dialog).findAllByRole('radio', { name: /Keep this one/ }))[1]).toHaveProperty('checked', true)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  await waitFor(() => expect(server.sent).toHaveLength(1))
  expect(server.sent[0]).toMatchObject({ body: { into: two!.id, version: 1 } })
  await waitFor(() => expect(announced()).toContain('Merged one[.]test into two[.]test, 2 waiting'))
  server.answers = {
    '/unmerge?': () => json({ ...one, version: 3 }),
    '/qa/getQAThreats': () =>
      json({ items: [{ ...one, version: 3 }, threats[1], threats[2]], total: 3, pageNumber: 1, limit: 200 }),
  }
  press('z')
  await waitFor(() => expect(server.sent.at(-1)?.path).toContain('/unmerge'))
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('Z after unmerging merges again, and leaves the step before it alone', async () => {
  const [one, two, three] = threats
  const part = {
    ...three!,
    id: '00000000-0000-4000-8000-000000000009',
    title: 'part.test',
    by: 'Q',
    at: one!.firstSeen,
    version: 4,
  }
  server.answers = { [`${two!.id}?`]: () => json({ ...two, ...detail, merged: [part] }) }
  await open()
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(2))
  server.answers = {
    ...server.answers,
    '/unmerge?': () => json({ ...part, stage: 'queued', version: 5 }),
    '/merge?': () => json({ ...part, stage: 'merged', version: 6 }),
    '/qa/getQAThreats': () =>
      json({ items: [two, three, { ...part, stage: 'queued', version: 5 }], total: 3, pageNumber: 1, limit: 200 }),
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Unmerge part[.]test' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  await waitFor(() => expect(announced()).toContain('Unmerged part[.]test'))
  press('z')
  await waitFor(() => expect(server.sent.at(-1)?.path).toContain(`${part.id}/merge`))
  expect(server.sent.at(-1)).toMatchObject({ body: { into: two!.id, version: 5 } })
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(server.sent.some(({ path }) => path.includes('/qa/undo'))).toBe(false)
})
