// @vitest-environment happy-dom
import type { TaskState } from '@signet/contract/requests/analysis-parts'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { analysisQuery } from '../analyses.api.ts'
import { Tasks } from './analysis-tasks.tsx'
import { show, signIn } from '../../../../test/show.tsx'

const at = '2026-11-20T10:00:00Z'
const analysis: DeeperAnalysisDetail = {
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
  questions: [],
  tasks: [],
  findings: [],
  relations: [],
  reports: [],
  events: [],
}

let states: TaskState[] = []
const shown = () => ({
  ...analysis,
  tasks: states.map((state) => ({ id: 'task', text: 'Ask the registrar', state, by: 'Ann', at })),
})

beforeEach(async () => {
  states = []
  await signIn({ role: 'admin' }, (_, { method }) => {
    if (method === 'POST') states = ['open']
    if (method === 'PATCH') states = ['done']
    return Response.json(shown())
  })
})
function Page() {
  const { data } = useQuery({ ...analysisQuery('bank', 'one'), refetchInterval: false })
  return data ? <Tasks analysis={data} /> : null
}

test('a task that was added appears at once and can be ticked off', async () => {
  show(<Page />)
  fireEvent.change(await screen.findByLabelText('New task'), { target: { value: 'Ask the registrar' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add task' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Ask the registrar' }))
  expect(await screen.findByText('Done by Ann')).toBeDefined()
})
