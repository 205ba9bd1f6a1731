// @vitest-environment happy-dom
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { Asked, BriefQuestion } from './analysis-asked.tsx'
import { Files } from './analysis-files.tsx'
import { Questions } from './analysis-questions.tsx'
import { Relations } from './analysis-relations.tsx'
import { Reports } from './analysis-reports.tsx'

const analysis = {
  id: 'one',
  kind: 'threat',
  source: 'Domain',
  threatId: 't-1',
  title: 'one.test',
  status: 'requested',
  requestedBy: 'Marta Ekdal',
  files: [],
  questions: [],
  findings: [],
  relations: [],
  reports: [],
  events: [
    {
      id: 'e',
      at: '2026-11-20T10:00:00Z',
      by: 'Marta Ekdal',
      action: 'deeperAnalysis.requested',
      text: 'Deeper analysis requested',
      remark: 'Who is behind this?',
    },
  ],
} as unknown as DeeperAnalysisDetail

const threat = {
  evidence: [{ id: 'c', kind: 'capture', href: '/c.png' }],
  indicators: [
    { name: 'Password field', contribution: 10 },
    { name: 'Brand as a separate word', contribution: 60 },
  ],
}

beforeEach(() => signIn({ role: 'client' }, () => Response.json(threat)))

test('a case shows the picture of the threat and its strongest reasons', async () => {
  showPage(() => <Asked analysis={analysis} />)
  await screen.findByRole('heading', { name: 'Subject' })
  expect(screen.queryByText('Who is behind this?')).toBeNull()
  await screen.findByRole('img', { name: 'Capture of one[.]test' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Brand as a separate word',
    'Password field',
  ])
  expect(screen.getByRole('link', { name: 'Open threat' })).toBeDefined()
})

test('a brief question stands in the head', async () => {
  showPage(() => <BriefQuestion analysis={analysis} />)
  const question = await screen.findByText('Who is behind this?')
  expect(question.parentElement?.textContent).toBe('Marta Ekdal asked: Who is behind this?')
})

test('a long question stands above the threat instead of in the head', async () => {
  const remark = 'We got four calls about this page. '.repeat(5).trim()
  const long = { ...analysis, events: analysis.events.map((event) => ({ ...event, remark })) }
  showPage(() => (
    <>
      <BriefQuestion analysis={long} />
      <Asked analysis={long} />
    </>
  ))
  await screen.findByRole('heading', { name: 'Marta Ekdal asked' })
  expect(screen.getAllByText(remark)).toHaveLength(1)
})

test('a case without a question says who requested it', async () => {
  showPage(() => <Asked analysis={{ ...analysis, events: [] }} />)
  await screen.findByRole('heading', { name: 'Requested by Marta Ekdal' })
})

test('parts without content take no room on the page of a client', async () => {
  const parts = (
    <>
      <Questions analysis={analysis} />
      <Reports analysis={analysis} />
      <Relations analysis={analysis} />
      <Files analysis={analysis} mayAdd={false} />
      <p>End</p>
    </>
  )
  showPage(() => <main>{parts}</main>)
  await screen.findByText('End')
  expect(screen.queryByRole('heading')).toBeNull()
})
