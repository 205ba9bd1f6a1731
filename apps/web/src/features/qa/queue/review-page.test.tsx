// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  announced,
  counts,
  current,
  detail,
  json,
  list,
  open,
  press,
  rows,
  server,
  show,
  threats,
} from '../../../../test/review-queue.tsx'

test('J and K move through the queue', async () => {
  await open()
  expect(current()).toContain('one[.]test')
  press('j')
  expect(current()).toContain('two[.]test')
  press('k')
  expect(current()).toContain('one[.]test')
})

test('P publishes, moves to the next threat and announces how many are waiting', async () => {
  await open()
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(current()).toContain('two[.]test')
  expect(announced()).toContain('Published one[.]test, 2 waiting')
  await waitFor(() => expect(server.sent.at(-1)?.path).toContain('/publish'))
})

test('a severity chosen by its number is saved before publishing', async () => {
  await open()
  server.answers = { [`${threats[0]!.id}?`]: () => json({ ...threats[0], severity: 'Critical', version: 2 }) }
  press('1')
  expect(screen.getByRole('radio', { name: /Critical/ })).toHaveProperty('checked', true)
  press('p')
  await waitFor(() => expect(server.sent).toHaveLength(2))
  expect(server.sent[0]).toMatchObject({ method: 'PATCH', body: { severity: 'Critical', version: 1 } })
  expect(server.sent[1]).toMatchObject({ body: { version: 2 } })
})

test('a refused step brings the threat back with the reason', async () => {
  await open()
  server.answers = {
    '/publish': () => json({ code: 'CONFLICT', message: 'Somebody reviewed this threat in the meantime.' }, 409),
  }
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(3))
  const reason = "Couldn't publish one[.]test. Somebody reviewed this threat in the meantime."
  expect(rows()[0]?.textContent).toContain(reason)
  expect(announced()).toContain(reason)
})

test('deleting asks for a remark first', async () => {
  await open()
  press('Delete')
  const dialog = await screen.findByRole('dialog', { name: 'Request deletion' })
  expect(server.sent).toHaveLength(0)
  fireEvent.click(within(dialog).getByRole('radio', { name: /Inaccurate/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Request deletion' }))
  await waitFor(() => expect(server.sent).toHaveLength(1))
  expect(server.sent[0]).toMatchObject({ body: { remark: { kind: 'Inaccurate Information' }, version: 1 } })
})

test('what the allow list has nothing to recognise by stays in the queue, with the reason', async () => {
  const message = 'This has no domain, address or account that the allow list could recognise.'
  server.answers = { '/whitelist?': () => json({ code: 'CONFLICT', message, details: [] }, 409) }
  await open()
  fireEvent.click(screen.getByRole('button', { name: /^Whitelist/ }))
  const dialog = await screen.findByRole('dialog', { name: /^Whitelist/ })
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Our own app' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Whitelist' }))
  await waitFor(() => expect(announced().join(' ')).toContain(`Couldn't whitelist one[.]test. ${message}`))
  expect(rows()).toHaveLength(3)
})

test('selected threats are decided together, and those that fail stay with the reason', async () => {
  await open()
  server.answers = {
    '/qa/bulk': () =>
      json({
        done: [threats[0]!.id],
        versions: { [threats[0]!.id]: 2 },
        failed: [{ id: threats[1]!.id, code: 'CONFLICT' }],
      }),
  }
  press('x')
  press('j')
  press('x')
  expect(await screen.findByText('2 selected')).toBeTruthy()
  press('p')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(server.sent[0]).toMatchObject({ body: { ids: [threats[0]!.id, threats[1]!.id], action: 'publish' } })
  expect(rows()[0]?.textContent).toContain('Another reviewer changed it first.')
  expect(screen.getByText('1 selected')).toBeTruthy()
})

test('an address in the queue has no scheme; it has two lines, its first reason too', async () => {
  const address = { ...threats[1], source: 'URL', title: 'https://bank-sign-in.example/account/update' }
  const items = [threats[0], address]
  server.answers = { '/qa/getQAThreats': () => json({ items, total: 2, pageNumber: 1, limit: 200 }) }
  await open()
  const [short, long] = rows().map((row) => within(row))
  const title = rows()[1]?.querySelector('.clamp')
  expect(title?.textContent).toBe('bank-sign-in[.]example/account/update')
  // It breaks after a dot or slash, not at a hyphen.
  expect([...(title?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'bank-sign-in[.]',
    'example/',
    'account/',
    'update',
  ])
  expect(long?.getByText(/Added word/).className).toBe('clamp')
  expect(short?.getByText(/Added word/).className).toBe('clamp')
})

test('a row names its whole reason at the pointer, and begins no line with a dot', async () => {
  const accented = {
    ...threats[0],
    domain_name: 'xn--bnk-rla.test',
    title: 'xn--bnk-rla.test',
    unicode_name: 'bänk.test',
    publicReports: 2,
    reasons: ['Look-alike letters'],
  }
  server.answers = { '/qa/getQAThreats': list([accented]) }
  await open()
  const [row] = rows()
  const reason = row?.querySelector('[title]')
  expect(reason?.getAttribute('title')).toBe('Reported by 2 people · Look-alike letters · xn--bnk-rla[.]test')
  expect(reason?.textContent).toBe('Reported by 2 people\u00A0· Look-alike lettersxn--bnk-rla[.]test')
  expect(reason?.querySelector('br')?.nextSibling?.textContent).toBe('xn--bnk-rla[.]test')
})

test('the reason of a look-alike name in the queue is its letters, not that it reads like the brand', async () => {
  const accented = { ...threats[0], reasons: ['Exact brand name', 'Look-alike letters'] }
  server.answers = { '/qa/getQAThreats': list([accented]) }
  await open()
  expect(rows()[0]?.textContent).toContain('Look-alike letters')
  expect(rows()[0]?.textContent).not.toContain('Exact brand name')
})

test('the queue is searched by text, which / focuses', async () => {
  await open('/QA/dashboard?q=two')
  const search = await screen.findByRole('searchbox', { name: 'Search threats' })
  expect(search).toHaveProperty('value', 'two')
  expect(await screen.findByText('3 matches')).toBeTruthy()
  press('/')
  expect(document.activeElement).toBe(search)
})

test('the number of matches is that of what is left, and none is not shown', async () => {
  server.answers = {
    'searchQuery=two': () => json({ items: [threats[1], threats[2]], total: 2, pageNumber: 1, limit: 200 }),
  }
  await open('/QA/dashboard?q=two')
  await screen.findByText('2 matches')
  press('p')
  const line = await screen.findByText('1 match')
  await within(line).findByRole('button', { name: 'Select all 1' })
  press('p')
  await screen.findByText('No threats match these filters')
  expect(screen.queryByText(/^\d+ match/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
})

test('the menu names the second reviews before their number, which reads as seconds otherwise', async () => {
  server.answers = { '/qa/getDashboard': () => json({ ...counts, secondReviews: 3 }) }
  await open()
  await screen.findByText('3 waiting')
  const menu = await screen.findByRole('dialog', { name: 'More', hidden: true })
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  await screen.findByRole('link', { name: 'Second reviews (3)', hidden: true })
})

test('overdue records are filtered by a button with their number', async () => {
  await open()
  const overdue = await screen.findByRole('button', { name: '1 overdue' })
  fireEvent.click(overdue)
  await waitFor(() => expect(overdue.getAttribute('aria-pressed')).toBe('true'))
})

test('a row past its promised time says for how long it has been overdue', async () => {
  const promisedAt = new Date(Date.now() - 2.5 * 86_400_000).toISOString()
  server.answers = { '/qa/getQAThreats': list([{ ...threats[0], promisedAt }, threats[1]!]) }
  await open()
  const [late, other] = rows().map((row) => within(row).getByRole('time'))
  expect(late?.textContent).toBe('2 d overdue')
  expect(late?.dataset['state']).toBe('overdue')
  expect(other?.textContent).not.toContain('overdue')
})

test('the age of the oldest is a sentence of its own', async () => {
  const oldest = new Date(Date.now() - 6.5 * 86_400_000).toISOString()
  server.answers = { '/qa/getDashboard': () => json({ ...counts, oldest }) }
  await open()
  await screen.findByText('Oldest 6 days ago')
})

test('the figures of today name whose they are', async () => {
  await open()
  await screen.findByText('You today: 5 decisions')
  screen.getByText('Team today: 4 published')
})

test('the figures of today count no decision that was undone, and are read again', async () => {
  await open()
  await screen.findByText('You today: 5 decisions')
  press('p')
  await screen.findByText('You today: 6 decisions')
  screen.getByText('Team today: 5 published')
  press('z')
  await screen.findByText('You today: 5 decisions')
  screen.getByText('Team today: 4 published')
  server.answers = { '/qa/getDashboard': () => json({ ...counts, publishedToday: 7 }) }
  await screen.findByText('Team today: 7 published', undefined, { timeout: 4000 })
})

test('the check for duplicates leads to them; without any there is no card for them', async () => {
  const [one, two] = threats
  const related = [{ ...two, match: 'title' }]
  server.answers = { [`${one!.id}?`]: () => json({ ...one, ...detail, related }) }
  await open()
  await screen.findByRole('heading', { name: 'Possible duplicates' })
  fireEvent.click(await screen.findByRole('button', { name: '1 possible duplicate to compare' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Possible duplicates' }))
  press('j')
  await screen.findByText('No possible duplicates')
  expect(screen.queryByRole('heading', { name: 'Possible duplicates' })).toBeNull()
  expect(screen.queryByRole('button', { name: /possible duplicate/ })).toBeNull()
})

test.each([
  ['among the others', 'Other indicators', 0],
  ['next to the only ones', 'Why flagged', 1],
])('the check for what speaks against a threat leads to it: %s', async (_, heading, most) => {
  const [one] = threats
  const reasons = ['Brand as a separate word', 'Phishing keywords', 'New domain', 'Many sightings']
  const indicators = [
    { name: 'Short brand name', value: 'bank', contribution: -2 },
    ...reasons.slice(0, most || reasons.length).map((name) => ({ name, value: '', contribution: 20 })),
  ]
  server.answers = { [`${one!.id}?`]: () => json({ ...one, ...detail, indicators }) }
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '1 indicator speaks against a threat' }))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: heading }))
})

test('an empty queue shows what was reviewed today, and leads to the next company', async () => {
  server.answers = { '/qa/getQAThreats': () => json({ items: [], total: 0, pageNumber: 1, limit: 200 }) }
  show('/QA/dashboard')
  expect(await screen.findByText('All reviewed')).toBeTruthy()
  expect(screen.getByText("You've reviewed 5 today. Published today: 4.")).toBeTruthy()
  await screen.findByRole('button', { name: 'Next: Rail, 12 waiting' })
})

test('filters that match nothing can be cleared, and lead to the next company', async () => {
  server.answers = { 'searchQuery=kiosk': () => json({ items: [], total: 0, pageNumber: 1, limit: 200 }) }
  show('/QA/dashboard?q=kiosk')
  await screen.findByText(/Filtered by .*kiosk.*\. 0 of 3 in the queue match\./)
  await screen.findByRole('button', { name: 'Next: Rail, 12 waiting' })
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findAllByText('one[.]test')).not.toEqual([])
})

test('a queue that fails to load offers a retry', async () => {
  server.answers = { '/qa/getQAThreats': () => json({ code: 'INTERNAL', message: 'x', requestId: 'r-1' }, 500) }
  show('/QA/dashboard')
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('a threat another reviewer has open says so and cannot be decided', async () => {
  const until = '2026-11-21T10:05:00Z'
  server.claims = [{ id: threats[0]!.id, by: 'Ada', isMine: false, isOpened: true, until }]
  await open()
  expect(await screen.findByText('Ada is reviewing')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Publish to client/ })).toHaveProperty('disabled', true)
  press('p')
  expect(rows()).toHaveLength(3)
  expect(server.sent).toHaveLength(0)
})

test('threats that share traits are listed by what they share, and reviewed together', async () => {
  const [one, two] = threats as [(typeof threats)[number], (typeof threats)[number]]
  const { id, source, title, severity, firstSeen } = two
  const shared = [{ kind: 'registration', value: 'Harbor Registrar, 2026-11-01 10:03' }]
  const items = [{ id, source, title, severity, firstSeen, stage: 'queued' }]
  server.answers = {
    '/sharers?': () => json({ total: 1, groups: [{ shared, total: 1, items }], waiting: [one.id, id] }),
    'sharesWith=': () => json({ items: [one, two], total: 2, pageNumber: 1, limit: 200 }),
  }
  await open()
  await screen.findByRole('region', { name: '1 other with the same registrar and registration time' })
  fireEvent.click(screen.getByRole('button', { name: 'Review all 2 together' }))
  await screen.findByText('2 selected')
  await waitFor(() => expect(rows()).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Show full queue' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
})

test('counts of the queue that could not be loaded are named, and are loaded on Retry', async () => {
  server.answers = { '/qa/getDashboard': () => json({ code: 'INTERNAL', message: 'down' }, 500) }
  await open()
  await screen.findByText("Couldn't load the counts.")
  server.answers = {}
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { name: /^3 waiting/ })
  expect(screen.queryByText("Couldn't load the counts.")).toBeNull()
})
