// @vitest-environment happy-dom
import type { AnalysisFinding, AnalysisQuestion } from '@signet/contract/requests/analysis-parts'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '@signet/contract/access/permissions'
import { refreshSession } from '../../../session/session-store.ts'
import { analysisQuery } from '../analyses.api.ts'
import { Due } from './analysis-due.tsx'
import { AnalysisWrite } from './analysis-write.tsx'
import { Findings } from './analysis-findings.tsx'
import { Questions } from './analysis-questions.tsx'
import { show } from '../../../../test/show.tsx'

const at = '2026-11-20T10:00:00Z'
const question: AnalysisQuestion = { id: 'q', text: 'Who is it?', by: 'Cleo', at, answer: null, version: 1 }
const finding: AnalysisFinding = {
  id: 'f',
  title: 'One operator',
  text: 'One key.',
  confidence: 'likely',
  fileIds: [],
  by: 'Ann',
  at,
  releasedAt: null,
  version: 1,
}
const first: DeeperAnalysisDetail = {
  id: 'one',
  threatId: 'threat',
  company: 'bank',
  kind: 'threat',
  source: 'Domain',
  title: 'one.test',
  threatType: 'Phishing site',
  severity: 'High',
  status: 'inProgress',
  statusLabel: 'Investigating',
  steps: [],
  requestedBy: 'A client',
  requestedAt: at,
  updatedAt: at,
  isDemo: false,
  version: 2,
  due: { on: '2026-11-20', at, firstOn: '2026-11-20', state: 'pending' },
  files: [],
  questions: [question],
  tasks: [],
  findings: [finding],
  relations: [],
  reports: [],
  events: [],
}
const person = { id: 'u', name: 'Ann', email: 'ann@x.test', company: 'bank', adminCompanies: [], accessToken: 't' }

let role: Role = 'admin'
let analysis = first
let writes: { address: string; key: string | null; body: Record<string, unknown> }[] = []
/** What the server answers to the next write. */
let refuse: ((body: Record<string, unknown>) => Response | null) | null = null

beforeEach(() => {
  analysis = first
  writes = []
  refuse = null
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    await Promise.resolve()
    if (address.includes('/api/auth/session')) {
      return Response.json({ user: { ...person, role }, expires: '2027-01-01T00:00:00Z' })
    }
    if (address.includes('getClientInfo')) return Response.json({ config: { timeZone: 'Pacific/Auckland' } })
    if (init?.method === 'POST' || init?.method === 'PUT') {
      const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>
      writes.push({ address, key: new Headers(init.headers).get('idempotency-key'), body })
      const refused = refuse?.(body)
      if (refused) return refused
    }
    return Response.json(analysis)
  })
})
type Part = (props: { analysis: DeeperAnalysisDetail }) => ReactNode

function Page({ Part }: { Part: Part }) {
  const { data } = useQuery({ ...analysisQuery('bank', 'one'), refetchInterval: false })
  return data ? <Part analysis={data} /> : null
}
async function open(Part: Part, as: Role) {
  role = as
  await refreshSession()
  show(<Page Part={Part} />)
}

/** Refuses version 1, because Ben has saved version 2. */
function staleFor(what: 'finding' | 'question', changed: DeeperAnalysisDetail) {
  refuse = ({ version }) => {
    analysis = changed
    if (version === 2) return null
    const body = { code: 'CONFLICT', reason: 'STALE_VERSION_BY', parameters: { what, name: 'Ben' } }
    return Response.json({ ...body, message: `Ben changed this ${what} in the meantime.` }, { status: 409 })
  }
}

test('an answer that another analyst was faster to give shows theirs, keeps the typed text, and replaces it when saved again', async () => {
  await open(Questions, 'admin')
  fireEvent.click(await screen.findByRole('button', { name: 'Answer “Who is it?”' }))
  staleFor('question', {
    ...first,
    questions: [{ ...question, answer: { text: 'One group', by: 'Ben', at }, version: 2 }],
  })
  fireEvent.change(await screen.findByLabelText('Answer'), { target: { value: 'Two groups' } })
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  expect(await screen.findByText('Version of Ben')).toBeDefined()
  expect(screen.getByText('Ben changed this question in the meantime.')).toBeDefined()
  expect(screen.getByLabelText('Answer')).toHaveProperty('value', 'Two groups')
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes.map(({ body }) => body)).toEqual([
    { text: 'Two groups', version: 1 },
    { text: 'Two groups', version: 2 },
  ])
})

test('a draft that another analyst changed shows theirs, keeps the typed text, and replaces it when saved again', async () => {
  await open(Findings, 'admin')
  fireEvent.click(await screen.findByRole('button', { name: 'Change “One operator”' }))
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Three operators' } })
  staleFor('finding', { ...first, findings: [{ ...finding, title: 'Two operators', by: 'Ben', version: 2 }] })
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Version of Ben')).toBeDefined()
  expect(screen.getByText(/^Two operators \(Likely\)/)).toBeDefined()
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Three operators')
  fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes.map(({ body }) => body['version'])).toEqual([1, 2])
})

test('the due date is offered as the day of the company, and sent as that day', async () => {
  await open(Due, 'admin')
  expect(await screen.findByText('20 November 2026')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Change due date' }))
  const day = await screen.findByLabelText('Due on')
  expect(day).toHaveProperty('value', '2026-11-20')
  expect(await screen.findByText(/company's time zone \(Pacific \/ Auckland\)/)).toBeDefined()
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'The registrar is slow' } })
  fireEvent.click(screen.getAllByRole('button', { name: 'Change due date' }).at(-1) ?? day)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes.map(({ body }) => body)).toEqual([{ dueOn: '2026-11-20', reason: 'The registrar is slow', version: 2 }])
})

test('a question whose answer was lost is sent again under the same key, and the next one under another', async () => {
  await open(AnalysisWrite, 'client')
  const field = await screen.findByLabelText('Ask Signet')
  const ask = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  }
  refuse = () => {
    throw new TypeError('The connection was lost')
  }
  ask('And who pays?')
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(field).toHaveProperty('value', 'And who pays?')
  refuse = null
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(field).toHaveProperty('value', ''))
  ask('And who pays?')
  await vi.waitFor(() => expect(writes).toHaveLength(3))
  const [lost, again, later] = writes.map(({ key }) => key)
  expect(lost).toBeTruthy()
  expect(again).toBe(lost)
  expect(later).not.toBe(lost)
})

test('one field is for questions and, without the tick, for messages', async () => {
  await open(AnalysisWrite, 'client')
  const field = await screen.findByRole('textbox', { name: 'Ask Signet' })
  fireEvent.change(field, { target: { value: 'Who pays?' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(field).toHaveProperty('value', ''))
  fireEvent.click(screen.getByRole('checkbox', { name: /^Needs an answer/ }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Message Signet' }), { target: { value: 'Thank you' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(writes).toHaveLength(2))
  expect(writes.map(({ address, body }) => [address.replace(/\?.*/, '').split('/').at(-1), body])).toEqual([
    ['questions', { text: 'Who pays?' }],
    ['messages', { text: 'Thank you' }],
  ])
})

test('an analyst writes messages only', async () => {
  await open(AnalysisWrite, 'admin')
  await screen.findByRole('textbox', { name: 'Message the client' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})
