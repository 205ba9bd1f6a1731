// @vitest-environment happy-dom
import { minuteMs } from '@signet/contract/time'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { validateStageSearch } from './stage-search.ts'
import { DeletedToutsPage, DeletionQueuePage, PublishedPage } from './stage-list-page.tsx'

test('the deleted touts say how many deletions await approval', async () => {
  const none = { items: [], total: 0, pageNumber: 1, limit: 100 }
  await signIn({ role: 'qa' }, (path) =>
    Response.json(path.includes('/qa/getDashboard') ? { deletionsWaiting: 4 } : none),
  )
  showPage(() => <DeletedToutsPage />)
  expect(await screen.findByRole('radio', { name: 'Awaiting approval 4' })).toBeTruthy()
})

test('the deletion queue begins with what has waited longest', async () => {
  const asked: string[] = []
  await signIn({ role: 'qa' }, (path) => {
    asked.push(path)
    return Response.json({ items: [], total: 0, pageNumber: 1, limit: 100 })
  })
  showPage(() => <DeletionQueuePage />, { validateSearch: validateStageSearch })
  const list = () => asked.find((path) => path.includes('/qa/getQADeletionQueue'))
  await waitFor(() => expect(list()).toContain('sortField=stagedAt'))
  expect(list()).toContain('sortDirection=asc')
})

test.each([
  [
    DeletionQueuePage,
    'Approved threats move to Deleted Threats, where',
    'Rejected threats return to the review queue.',
  ],
  [DeletedToutsPage, 'Approved touts move to Deleted Touts, where', 'Rejected touts return to the review queue.'],
])('pending deletions say where approved and rejected records go', async (page, approved, rejected) => {
  await signIn({ role: 'qa' }, () => Response.json({ items: [], total: 0, pageNumber: 1, limit: 100 }))
  showPage(page, { validateSearch: validateStageSearch, address: '/?show=waiting' })
  const hint = await screen.findByText(/^Approved/)
  expect(hint.textContent).toContain(approved)
  expect(hint.textContent).toContain(rejected)
})

const published = {
  id: 'a',
  source: 'Domain',
  title: 'login-bank.example',
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage: 'published',
  stagedAt: '2026-11-01T00:00:00Z',
  stagedBy: 'Rita',
  reasons: [],
  version: 2,
}

test.each([
  ['has not been notified of is recalled without a reason', 5, "Bank hasn't been notified of it yet"],
  ['was notified of is recalled with a reason', -5, 'Bank is notified and sees the reason'],
])('what the client %s', async (_, inMinutes, text) => {
  const announcedAt = new Date(Date.now() + inMinutes * minuteMs).toISOString()
  await signIn({ role: 'qa' }, (path) =>
    Response.json(
      path.includes('getClientInfo')
        ? { name: 'Bank', config: {}, modules: {}, threatSources: [], toutSources: [] }
        : path.includes('/qa/getQAPublishedThreats')
          ? { items: [{ ...published, announcedAt }], total: 1, pageNumber: 1, limit: 100 }
          : [],
    ),
  )
  showPage(() => <PublishedPage />, { validateSearch: validateStageSearch })
  await screen.findByText(/You can recall these until Bank decides on them/)
  fireEvent.click(await screen.findByRole('button', { name: 'Recall: login-bank[.]example' }))
  expect(await screen.findByText(text, { exact: false })).not.toBeNull()
})
