// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Role } from '@signet/contract/access/permissions'
import { publishLive } from '../../../api/live.ts'
import { newQueryClient, showPage, signIn } from '../../../../test/show.tsx'
import { reviewDetailQuery, reviewKey } from '../qa.api.ts'
import type { QaRecordDetail } from '../qa-kind.ts'
import { ReviewEvidence } from './review-evidence.tsx'

const at = '2026-11-01T00:00:00Z'
const threat = {
  id: 'a',
  source: 'Domain',
  title: 'login-bank.example',
  domain_name: 'login-bank.example',
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage: 'queued',
  stagedAt: at,
  stagedBy: null,
  autoFiltered: false,
  score: 72,
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
  version: 1,
  official: [],
  officialBrand: null,
  markedName: undefined,
  indicators: [
    { name: 'Brand as a separate word', value: 'login-bank', contribution: 63 },
    { name: 'Short brand name', value: 'bank', contribution: -2 },
    { name: 'Phishing keywords', value: 'login', contribution: 11 },
    { name: 'New domain', value: '2 days', contribution: 5 },
    { name: 'Asks for a card number', value: '', contribution: 3 },
    { name: 'Registered long ago', value: '2009', contribution: -8 },
  ],
  verdict: null,
  evidence: [],
  proofs: [],
  sightingList: [],
  history: [],
  remarks: [],
  related: [],
  merged: [],
  captureRefusal: null,
} as unknown as QaRecordDetail

const ignore = () => undefined
const answerOf = (path: string) =>
  path.includes('/sharers?') ? { total: 0, groups: [], waiting: [] } : { providers: [], answers: [] }

async function open(changes: object = {}, reasonCount?: number, role: Role = 'qa') {
  await signIn({ role, adminCompanies: ['bank'] }, (path) =>
    Response.json(path.includes('/captures?') ? [] : answerOf(path)),
  )
  showPage(() => (
    <ReviewEvidence
      kind="threat"
      threat={{ ...threat, ...changes }}
      {...(reasonCount !== undefined && { reasonCount })}
      onCompare={undefined}
      onTakeApart={ignore}
      onOpen={ignore}
      onTogether={ignore}
    />
  ))
  await screen.findByRole('heading', { name: 'Why flagged' })
}
const named = (list: string) =>
  [...screen.getByRole('list', { name: list }).children].map(({ textContent }) => textContent?.replace(/[+−].*$/, ''))

test('each reason is shown once: the strongest two above the picture, the others below it', async () => {
  await open()
  expect(named('Strongest reasons')).toMatchObject([
    expect.stringContaining('Brand as a separate word'),
    expect.stringContaining('Phishing keywords'),
  ])
  expect(named('Other indicators')).toMatchObject([
    expect.stringContaining('New domain'),
    expect.stringContaining('Asks for a card number'),
    expect.stringContaining('Short brand name'),
    expect.stringContaining('Registered long ago'),
  ])
})

async function isNameFirst(indicators: object[]): Promise<boolean> {
  cleanup()
  await open({ indicators, official: ['bank.example'] })
  const name = await screen.findByRole('heading', { name: 'Name' })
  const pictures = await screen.findByText('Not captured yet')
  return (name.compareDocumentPosition(pictures) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

test('the name is above the pictures of a page that did not answer', async () => {
  expect(await isNameFirst(threat.indicators)).toBe(false)
  expect(await isNameFirst([...threat.indicators, { name: 'Does not resolve', contribution: -8 }])).toBe(true)
})

test('the capture of a page that did not answer says so', async () => {
  await open({
    indicators: [...threat.indicators, { name: 'Web server not responding', contribution: -5 }],
    evidence: [{ id: 'e', kind: 'capture', type: 'image/png', sha256: 'e', capturedAt: at, href: '/e.png' }],
  })
  await screen.findByText(/^Page did not answer · Captured/)
})

test('where there is room the strongest three are above the picture', async () => {
  await open({}, 3)
  expect(named('Strongest reasons')).toHaveLength(3)
  screen.getByRole('button', { name: 'and 3 more: +3, −10' })
})

test('what the others add and take away is next to the strongest, with a link to them', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'and 4 more: +8, −10' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Other indicators' }))
})

test('a page that was not captured says so in the place of its picture, with what comes next', async () => {
  await open({ indicators: threat.indicators.slice(0, 1) })
  await screen.findByText('Not captured yet')
  screen.getByText('Pages with a high score are captured automatically.')
  screen.getByRole('button', { name: 'Capture now' })
  expect(screen.queryByRole('heading', { name: /indicators/i })).toBeNull()
})

test.each([
  [{ captureRefusal: 'noPage', isDemo: true }, "Demo pages can't be captured."],
  [{ captureRefusal: 'noPage' }, 'Only pages with a domain name can be captured.'],
  [{ captureRefusal: 'off' }, 'Look-ups are turned off on this server.'],
  [{ captureRefusal: 'decided' }, ''],
  [{ captureRefusal: 'tout' }, 'No capture of the page has been saved.'],
  [{ captureRefusal: 'tout', isDemo: true }, 'No capture of the page has been saved.'],
])('a page that can not be captured has no button for it, but the reason: %j', async (changes, reason) => {
  await open(changes)
  await screen.findByText('Not captured yet')
  expect(screen.getByRole('status').textContent).toBe(reason)
  expect(screen.queryByRole('button', { name: 'Capture now' })).toBeNull()
})

test("next to the place of the missing picture is the brand's own page", async () => {
  const capture = { href: '/official.png', capturedAt: at, size: 1 }
  await open({ official: ['bank.example'], officialBrand: { name: 'Bank', logo: null, capture } })
  const frames = await screen.findByRole('region', { name: 'Captures' })
  expect(within(frames).getByRole<HTMLInputElement>('radio', { name: 'Side by side' }).checked).toBe(true)
  await within(frames).findByText('Not captured yet')
  within(frames).getByRole('img', { name: "Bank's own page" })
})

function Desk() {
  const { data } = useQuery(reviewDetailQuery('bank', 'threat', 'a'))
  if (!data) return null
  return (
    <ReviewEvidence
      kind="threat"
      threat={data}
      onCompare={undefined}
      onTakeApart={ignore}
      onOpen={ignore}
      onTogether={ignore}
    />
  )
}

describe('a capture that a reviewer requests', () => {
  const picture = { id: 'e-1', kind: 'capture', type: 'image/png', sha256: 'aa', capturedAt: at, href: '/e-1.png' }
  const record = { ...picture, id: 'e-2', kind: 'record', type: 'application/json', sha256: 'bb' }
  const waiting = { id: 'c-1', status: 'waiting', failure: null, visits: [], files: [] }
  const client = newQueryClient()
  const listKey = [...reviewKey('bank', 'threat'), {}]
  const row = () => client.getQueryData<{ items: object[] }>(listKey)?.items[0]

  /** The reviewer at the record, with what the server answers from now on. */
  async function sitDown() {
    client.clear()
    const answers: { captures: object[]; detail: object } = { captures: [], detail: threat }
    await signIn({ role: 'qa' }, (path, { method }) => {
      if (path.includes('/captures?')) {
        if (method === 'POST') answers.captures = [waiting]
        return Response.json(method === 'POST' ? waiting : answers.captures)
      }
      return Response.json(path.includes('/qa/threats/a?') ? answers.detail : answerOf(path))
    })
    client.setQueryData(listKey, { items: [threat], total: 1 })
    showPage(Desk, { client })
    fireEvent.click(await screen.findByRole('button', { name: 'Capture now' }))
    await screen.findByText('Waiting for a worker')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Capture now' }).disabled).toBe(true)
    return answers
  }

  test('shows its picture when it ends, and the reasons that the comparison adds, also in the row of the queue', async () => {
    const answers = await sitDown()
    answers.captures = [{ ...waiting, status: 'done', files: [picture] }]
    answers.detail = { ...threat, evidence: [picture], thumbnail: '/e-1.png' }
    await screen.findByRole('img', { name: 'Capture of login-bank[.]example' }, { timeout: 5_000 })
    await waitFor(() => expect(row()).toMatchObject({ thumbnail: '/e-1.png', version: 1 }))
    answers.detail = { ...answers.detail, version: 2, score: 95, reasons: ['Asks for PIN'] }
    act(() => publishLive({ id: '1', type: 'review.changed', at, data: { threatIds: ['a'], stage: 'queued' } }))
    await waitFor(() => expect(row()).toMatchObject({ version: 2, score: 95, reasons: ['Asks for PIN'] }))
  })

  test.each([
    [{ status: 'failed', failure: 'noBrowser' }, 'Not captured: the server has no browser (SIGNET_BROWSER_URL)'],
    [{ status: 'failed', failure: 'browserEnded' }, 'Not captured: the browser quit without a result'],
    [{ status: 'done', visits: [{ problem: 'unreachable' }], files: [record] }, 'Not captured: page not reachable'],
  ])('says why there is no picture, and can be repeated: %j', async (end, text) => {
    const answers = await sitDown()
    answers.captures = [{ ...waiting, ...end }]
    await screen.findByText(text, {}, { timeout: 5_000 })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Capture now' }).disabled).toBe(false)
  })
})

test('what explains a name and what compares it share one card', async () => {
  await open({
    official: ['bank.example'],
    markedName: { name: 'login-bank.example', alias: 'bank', marks: [{ start: 0, end: 5, kind: 'riskWord' }] },
  })
  const card = (await screen.findByRole('heading', { name: 'Name' })).closest('section')
  const parts = [...(card?.querySelectorAll('section[aria-label]') ?? [])].map((part) =>
    part.getAttribute('aria-label'),
  )
  expect(parts).toEqual(
    expect.arrayContaining(['How this name imitates the brand', 'Suspect name compared with the official name']),
  )
})

test('a record without a name to explain has no card for one', async () => {
  await open({ source: 'FB', title: 'Bank help', domain_name: undefined, markedName: null })
  expect(screen.queryByRole('heading', { name: 'Name' })).toBeNull()
})

test.each(['qa', 'superAdmin'] as const)(
  'a record says who reported it with which request, which only those who can read requests get to: %s',
  async (role) => {
    const requestId = 'a6b0973c-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
    await open({ reporters: [{ requestId, by: 'Cleo Jung', at, dueOn: '2026-11-02' }] }, undefined, role)
    const reports = await screen.findByRole('list', { name: 'Reports of the client' })
    expect(reports.textContent).toMatch(
      /^Reported by Cleo Jung .+Request a6b0973c·Reply to the client due 2 November 2026$/,
    )
    const link = within(reports).queryByRole('link', { name: 'Request a6b0973c' })
    expect(link?.getAttribute('href')).toBe(role === 'qa' ? undefined : `/addRequest/${requestId}`)
  },
)
