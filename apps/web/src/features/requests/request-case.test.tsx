// @vitest-environment happy-dom
import { moveRequest, requestSteps, type RequestDetail } from '@signet/contract/requests/requests'
import type { Role } from '@signet/contract/access/permissions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { RequestPage } from './request-page.tsx'

const at = '2026-01-02T00:00:00Z'
const ada = { id: 'u', name: 'Ada', isActive: true }
const ben = { id: 'b', name: 'Ben', isActive: true }
const request: RequestDetail = {
  id: 'r',
  company: 'bank',
  kind: 'question',
  kindLabel: 'Question',
  subject: 'A signed letter',
  text: 'Who signs it?',
  links: [],
  files: [],
  status: 'open',
  statusLabel: 'Sent',
  steps: requestSteps('open', { open: at }),
  createdBy: 'Cleo',
  createdAt: at,
  updatedAt: at,
  due: { on: '2026-01-05', at: '2026-01-05T23:59:59Z', firstOn: '2026-01-05', state: 'pending' },
  messageCount: 0,
  isDemo: false,
  version: 4,
  messages: [],
}

type Move = Pick<RequestDetail, 'status' | 'version'> & { assignee?: string | null }

/** Shows the request, which changes as the calls say. Returns the bodies of these. */
async function openRequest(role: Role, shown: Partial<RequestDetail> = {}): Promise<Move[]> {
  const moves: Move[] = []
  let current = { ...request, ...shown }
  await signIn({ role, adminCompanies: ['bank'] }, (path, { method = 'GET', body }) => {
    if (path.includes('/assignees'))
      return Response.json([ben, ada].map(({ id, name }) => ({ id, name, isStaff: true })))
    if (!path.includes('/requests/r')) return Response.json([])
    if (method === moveRequest.method) {
      const move = JSON.parse(body as string) as Move
      moves.push(move)
      const { assignedTo: _before, ...rest } = current
      const person = [ada, ben].find(({ id }) => id === move.assignee)
      current = { ...rest, status: move.status, version: move.version + 1, ...(person ? { assignedTo: person } : {}) }
    }
    return Response.json(current)
  })
  showPage(RequestPage, { path: '/addRequest/$requestId', address: '/addRequest/r' })
  await screen.findByRole('heading', { name: request.subject })
  return moves
}

const pick = async (from: string, name: string | RegExp) => {
  await screen.findByRole('button', { name: `Assigned to: ${from}` })
  const menu = screen.getByRole('dialog', { name: 'Assignee', hidden: true })
  // The test browser doesn't open popovers itself, nor close them.
  menu.hidePopover = () => undefined
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  fireEvent.click(await within(menu).findByRole('option', { name, hidden: true }))
}

test('a request is given to a colleague, who has not begun with it, and taken away again', async () => {
  const moves = await openRequest('subAdmin')
  await pick('Unassigned', /^Ben/)
  await pick('Ben', 'No one')
  await screen.findByRole('button', { name: 'Assigned to: Unassigned' })
  expect(moves).toEqual([
    { status: 'open', assignee: 'b', version: 4 },
    { status: 'open', assignee: null, version: 5 },
  ])
})

test('a request that the reader takes on is in progress, with the button as in the list of colleagues', async () => {
  const taken = [{ status: 'inProgress', assignee: 'u', version: 4 }]
  const listed = await openRequest('subAdmin', { assignedTo: ben })
  await pick('Ben', /^Ada/)
  await screen.findByRole('button', { name: 'Assigned to: Ada' })
  expect(listed).toEqual(taken)
  expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull()
})

test.each([
  ['of nobody is accepted', undefined, 'Accept request', 'Assign to me'],
  ['of a colleague is assigned to the reader', ben, 'Assign to me', 'Accept request'],
])('a new request %s at once by the button', async (_, assignedTo, name, other) => {
  const moves = await openRequest('subAdmin', assignedTo ? { assignedTo } : {})
  expect(screen.queryByRole('button', { name: other })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByRole('button', { name: 'Assigned to: Ada' })
  expect(moves).toEqual([{ status: 'inProgress', assignee: 'u', version: 4 }])
})

test('a client reads who works on a request and can not change it', async () => {
  await openRequest('client', { assignedTo: ben })
  await screen.findByText('Ben')
  expect(screen.queryByRole('button', { name: /^Assigned to/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull()
})

test('the next step of a request is chosen in a dialog, and leaves its assignee alone', async () => {
  const moves = await openRequest('subAdmin', { assignedTo: ben })
  fireEvent.click(screen.getByRole('button', { name: 'Change status' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Waiting for the client' }))
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Change status' })).getByRole('button', { name: 'Change status' }),
  )
  await expect.poll(() => moves).toEqual([{ status: 'waiting', version: 4 }])
})

const descriptionOf = () => screen.queryByRole('region', { name: 'Description' })?.querySelector('p')?.textContent

test('no address in the description of a request or in its messages can be opened by accident', async () => {
  const message = { id: 'm', at, by: 'Cleo', isStaff: false, isOwn: true, text: 'Now at http://other.test/a.' }
  const text = 'Look at https://evil.test/verify.\nIt was evil.test before.'
  await openRequest('client', { text, links: ['https://evil.test/verify'], messages: [message] })
  expect(descriptionOf()).toBe('Look at hxxps://evil[.]test/verify.\nIt was evil[.]test before.')
  expect(screen.getByText('Now at hxxp://other[.]test/a.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'URLs' }).textContent).toContain('hxxps://evil[.]test/verify')
})

test('a description that only repeats the listed addresses is not shown', async () => {
  await openRequest('client', {
    text: 'https://evil.test/a\nhxxps://evil[.]test/b',
    links: ['https://evil.test/a', 'https://evil.test/b'],
  })
  expect(screen.getByRole('list', { name: 'URLs' })).toBeTruthy()
  expect(descriptionOf()).toBeUndefined()
})

test.each(['client', 'subAdmin'] as const)(
  'a report is called the same at the head of the page of a %s',
  async (role) => {
    await openRequest(role, { kind: 'threat' })
    const head = screen.getByRole('heading', { name: request.subject }).parentElement
    expect(head?.textContent).toContain('Reported threats')
  },
)

test('a report of nothing but its reported threats has no description', async () => {
  const reported = { id: 'd', number: 'T-1', source: 'Domain', progress: 'received', isPublished: false } as const
  const report = { isRead: true, threats: [{ ...reported, title: 'evil.test' }], suppressed: ['bank.test'] }
  await openRequest('client', { kind: 'threat', text: 'evil.test\nbank.test', report })
  expect(screen.getByText('evil[.]test')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Description' })).toBeNull()
})

test('the head of a report says next to its status what became of its threats', async () => {
  const outcomes = { received: 1, reviewed: 2, takedown: 0, takenDown: 0, notScam: 0, fix: 0, fixed: 0 }
  await openRequest('client', { kind: 'threat', outcomes })
  const head = screen.getByRole('heading', { name: request.subject }).parentElement
  expect(head?.textContent).toContain('2 of 3 confirmed')
})

test('a message is sent with the files that are attached to it, and shows them', async () => {
  const sent: FormData[] = []
  const file = { id: 'f', name: 'page.png', type: 'image/png', size: 1, createdAt: at, href: '/f' }
  const message = { id: 'm', at, by: 'Cleo', isStaff: false, isOwn: true, text: 'See the picture.', files: [file] }
  await signIn({ role: 'client' }, (path, { method, body }) => {
    if (!path.includes('/requests/r')) return Response.json([])
    if (method !== 'POST' || !(body instanceof FormData)) return Response.json(request)
    sent.push(body)
    return Response.json({ ...request, messages: [message], files: [file] })
  })
  showPage(RequestPage, { path: '/addRequest/$requestId', address: '/addRequest/r' })
  fireEvent.change(await screen.findByRole('textbox', { name: 'Message Signet' }), { target: { value: message.text } })
  fireEvent.click(screen.getByRole('button', { name: 'Attach files' }))
  const group = screen.getByRole('group', { name: 'Files of the message' })
  const png = new File([new Uint8Array([1])], 'page.png', { type: 'image/png' })
  const input = await waitFor(() => group.querySelector('input') ?? expect.fail('no field yet'))
  fireEvent.change(input, { target: { files: [png] } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  const shown = await screen.findByRole('list', { name: 'Files of the message' })
  expect(within(shown).getByRole('link', { name: 'page.png' })).toBeTruthy()
  expect([sent.length, sent[0]?.get('text')]).toEqual([1, message.text])
  expect(sent[0]?.get('file')).toBeInstanceOf(File)
  expect(screen.getByRole('button', { name: 'Attach files' })).toBeTruthy()
})

const isOwn = (text: string) => screen.getByText(text).closest('li')?.hasAttribute('data-own')

test("the reader's own messages are marked as such, and those of others are not", async () => {
  const message = { id: 'm', at, by: 'Cleo', isStaff: false, isOwn: true, text: 'Mine' }
  await openRequest('client', { messages: [message, { ...message, id: 'n', by: 'Ada', isOwn: false, text: 'Hers' }] })
  expect([isOwn('Mine'), isOwn('Hers')]).toEqual([true, false])
})
