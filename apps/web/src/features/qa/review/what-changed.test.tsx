// @vitest-environment happy-dom
import type { HistoryEvent } from '@signet/contract/threats/records'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { QaRecordDetail } from '../qa-kind.ts'
import { WhatChanged } from './what-changed.tsx'

const at = '2026-11-20T08:00:00.000Z'
const changes = [{ what: 'Page', before: 'Placeholder', after: 'Live' }]
const reopened: HistoryEvent = { id: 'e', at, by: null, action: 'qa.reopened', text: 'Returned', changes }
const record = (more: Partial<QaRecordDetail>) =>
  ({ stage: 'queued', stagedBy: null, history: [reopened], ...more }) as QaRecordDetail

test('a record that returned to the queue shows what changed, before and after', () => {
  render(<WhatChanged threat={record({})} />)
  expect(screen.getByRole('heading', { name: 'What changed' })).toBeTruthy()
  expect(screen.getByText('Placeholder').tagName).toBe('DEL')
  expect(screen.getByText('Live').tagName).toBe('INS')
})

test('nothing is shown for a new record, or one that a person decided on or returned since', () => {
  for (const more of [{ history: [] }, { stagedBy: 'Ada' }, { stage: 'deleted' as const }]) {
    const { container } = render(<WhatChanged threat={record(more)} />)
    expect(container.textContent).toBe('')
  }
})
