// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CaseList, type CaseListProps } from './case-list.tsx'
import type { CaseRow } from './case-columns.tsx'
import { showPage } from '../../../test/show.tsx'

let isDown = true
type Props = CaseListProps<CaseRow, 'open' | 'all', 'requested', 'new'>
const props = {
  kind: {
    key: 'takedowns',
    views: ['open', 'all'],
    statusLabels: { new: 'New' },
    statusesOf: () => ['new'],
    sorts: ['requested'],
    sortOf: { open: { by: 'requested', direction: 'desc' }, all: { by: 'requested', direction: 'desc' } },
    firstSort: { by: 'requested', direction: 'desc' },
    options: () => Promise.resolve([]),
    list: ({ limit }: { limit?: number }) =>
      limit === 1 && isDown
        ? Promise.reject(new Error('down'))
        : Promise.resolve({ items: [], total: 12, pageNumber: 1, limit: 100 }),
  },
  validate: (raw: object) => raw,
  title: 'Takedowns',
  what: 'takedowns',
  columns: () => [],
  linkOf: () => ({ to: '/' }),
  viewsLabel: 'Views',
  viewLabels: { open: 'Open', all: 'All' },
  filterLabel: 'Filters',
  searchLabel: 'Search',
  countText: String,
  noMatch: 'None',
  empty: { open: { title: '', text: '' }, all: { title: '', text: '' } },
} as unknown as Props

test('numbers of cases that could not be loaded are named, and are loaded on Retry', async () => {
  showPage(() => <CaseList {...props} />)
  await screen.findByText("Couldn't load the counts.")
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('radio', { name: 'Open 12' })
  expect(screen.queryByText("Couldn't load the counts.")).toBeNull()
})

const listNone = () => Promise.resolve({ items: [], total: 0, pageNumber: 1, limit: 100 })
const validateDue = () => ({ due: ['dueSoon', 'overdue'] })

test('the filter by due date reads like a sentence, in its pill and when nothing matches', async () => {
  const shown = { ...props, kind: { ...props.kind, list: listNone }, validate: validateDue } as unknown as Props
  showPage(() => <CaseList {...shown} />)
  await screen.findByText('Filtered by Due: within 24 hours, overdue.')
  expect(screen.getByRole('button', { name: 'Due: within 24 hours, overdue' })).toBeTruthy()
})
