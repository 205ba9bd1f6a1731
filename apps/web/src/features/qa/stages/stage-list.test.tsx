// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { validateStageSearch } from './stage-search.ts'
import { DeletionQueuePage } from './stage-list-page.tsx'

const requested = (id: string, isOwnRequest: boolean) => ({
  id,
  source: 'Domain',
  title: `${id}.example`,
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage: 'deletionPending',
  stagedAt: '2026-11-01T00:00:00Z',
  stagedBy: 'Rita',
  isOwnRequest,
  reasons: [],
  version: 2,
})

const press = (key: string) => fireEvent.keyDown(document.body, { key })

test("a person's own deletion request is approved neither by its key nor with others", async () => {
  const items = [requested('own', true), requested('other', false)]
  const sent: string[] = []
  await signIn({ role: 'qa' }, (path, { method = 'GET' }) => {
    if (method !== 'GET') sent.push(path)
    if (method !== 'GET') return Response.json({ ...items[1], version: 3, stage: 'deleted' })
    return Response.json(path.includes('/qa/getQADeletionQueue') ? { items, total: 2, pageNumber: 1, limit: 100 } : [])
  })
  showPage(() => <DeletionQueuePage />, { validateSearch: validateStageSearch })
  await screen.findByText('2 threats')

  press('j')
  press('a')
  await waitFor(() =>
    expect(snackbars.current().map(({ text }) => text)).toContain(
      'You requested this deletion, so another reviewer must decide.',
    ),
  )
  expect(sent).toEqual([])

  press('x')
  press('j')
  press('x')
  await screen.findByText('2 selected')
  press('a')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toContain('/qa/deletionQueue/other/approve')
})

test('the approval of several deletions says where they go, from where they can be restored', async () => {
  const items = [requested('one', false), requested('other', false)]
  await signIn({ role: 'qa' }, (path) =>
    Response.json(path.includes('/qa/getQADeletionQueue') ? { items, total: 2, pageNumber: 1, limit: 100 } : []),
  )
  showPage(() => <DeletionQueuePage />, { validateSearch: validateStageSearch })
  await screen.findByText('2 threats')
  for (const key of ['j', 'x', 'j', 'x']) press(key)
  await screen.findByText('2 selected')
  press('a')
  const dialog = await screen.findByRole('dialog', { name: 'Approve deletion of 2 threats?' })
  within(dialog).getByText(/They move to Deleted Threats, where you can restore them[.]$/)
  within(dialog).getByRole('button', { name: 'Approve deletion' })
  expect(dialog.textContent).not.toMatch(/permanent/i)
})
