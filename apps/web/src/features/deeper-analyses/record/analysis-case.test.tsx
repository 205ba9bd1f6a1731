// @vitest-environment happy-dom
import type { Role } from '@signet/contract/access/permissions'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { AnalysisCase } from './analysis-case.tsx'

const at = '2026-11-20T10:00:00Z'
const analysis = {
  id: 'one',
  threatId: 't-1',
  kind: 'threat',
  source: 'Domain',
  title: 'one.test',
  threatType: 'Phishing site',
  severity: 'High',
  status: 'inProgress',
  steps: [{ key: 'completed', label: 'Findings ready', state: 'todo' }],
  requestedBy: 'Marta Ekdal',
  requestedAt: at,
  updatedAt: at,
  due: { on: '2026-11-28', at, firstOn: '2026-11-28', state: 'overdue' },
  files: [],
  questions: [],
  findings: [],
  relations: [],
  reports: [],
  events: [],
} as unknown as DeeperAnalysisDetail

async function open(role: Role, more: Partial<DeeperAnalysisDetail> = {}) {
  await signIn({ role }, () => Response.json({}, { status: 404 }))
  showPage(() => <AnalysisCase analysis={{ ...analysis, ...more }} />)
  await screen.findByRole('heading', { name: 'one[.]test' })
}

test('the head of a late case says that it is overdue, and leads clients to the field for questions', async () => {
  await open('client')
  expect(screen.getAllByText('Overdue')).toHaveLength(2)
  expect(screen.getByText('Was due 28 November 2026')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /^Ask Signet/ }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Ask Signet' }))
})

test('the head of a closed case leads to the field for messages', async () => {
  const closed = { status: 'completed', due: { ...analysis.due, state: 'missed' } } as const
  await open('client', closed)
  expect(screen.getByRole('button', { name: /^Message Signet/ })).toBeDefined()
  expect(screen.queryByText('Overdue')).toBeNull()
})

test('readers who write nothing have no button to write', async () => {
  await open('clientPeeker')
  expect(screen.queryByRole('button', { name: /Signet/ })).toBeNull()
})

const asked = {
  id: 'q',
  text: 'When can we expect the findings?',
  by: 'Marta Ekdal',
  at,
  answer: { text: 'Tomorrow.', by: 'Ines Holm', at },
  version: 1,
} as const

test.each([
  ['inProgress', ['Follow-up questions', 'Findings']],
  ['completed', ['Findings', 'Follow-up questions']],
] as const)('in a case that is %s, what there is to read comes first', async (status, order) => {
  await open('client', { status, questions: [asked] })
  const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(titles.filter((title) => title === 'Follow-up questions' || title === 'Findings')).toEqual(order)
})

test('the head of a case with a changed due date says the new one, and the steps the first one and why', async () => {
  const changed = {
    id: 'e',
    at,
    action: 'deeperAnalysis.dueChanged',
    text: 'Due date changed',
    by: null,
    remark: 'No answer yet',
  }
  await open('client', {
    steps: [
      { key: 'inProgress', label: 'Investigating', state: 'active', at },
      { key: 'completed', label: 'Findings ready', state: 'todo' },
    ],
    due: { on: '2026-12-01', at, firstOn: '2026-11-28', state: 'pending' },
    events: [changed],
  })
  expect(screen.getByText('Due moved to 1 December 2026')).toBeDefined()
  const steps = screen.getByRole('list', { name: 'Analysis steps' })
  expect(steps.firstElementChild?.textContent).toMatch(/Signet is working on itNo answer yet$/)
  expect(steps.lastElementChild?.textContent).toMatch(/Due 1 December 2026Originally due 28 November 2026$/)
})
