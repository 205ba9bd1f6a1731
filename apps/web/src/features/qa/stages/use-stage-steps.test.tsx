// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { createGridStore } from '../../../ui/grid/columns/grid-store.ts'
import { badges } from '../badge.ts'
import type { QaRecord } from '../qa-kind.ts'
import { countsQuery } from '../qa.api.ts'
import { useStageSteps } from './use-stage-steps.ts'

const store = createGridStore()
const tout = { id: 'a', source: 'Twitter', title: '@seller', version: 2 } as unknown as QaRecord

function Waiting() {
  const counts = useQuery(countsQuery('bank', 'tout'))
  const { take } = useStageSteps('bank', 'tout', 'deletionPending', store)
  return (
    <button type="button" onClick={() => void take('reject', [tout])}>
      Reject {counts.data?.deletionsWaiting}
    </button>
  )
}

test('a decision on a deletion is counted at once, where the number of those that wait is shown', async () => {
  let deletionsWaiting = 4
  await signIn({ role: 'qa' }, (path) => {
    if (path.includes('/qa/getDashboard')) return Response.json({ deletionsWaiting })
    deletionsWaiting = 3
    return Response.json({})
  })
  show(<Waiting />)
  fireEvent.click(await screen.findByRole('button', { name: 'Reject 4' }))
  expect(await screen.findByRole('button', { name: 'Reject 3' })).toBeTruthy()
})

const badgeOf = (page: string) => badges.find(({ path }) => path === page)?.query('bank', 'u')

function Menu() {
  const watched = useQuery(badgeOf('/QA/watchlist')!)
  const waiting = useQuery(badgeOf('/QA/dashboard')!)
  const { take, undo } = useStageSteps('bank', 'threat', 'watchlist', store)
  return (
    <>
      <p>{`Waiting ${waiting.data}, watched ${watched.data}`}</p>
      <button type="button" onClick={() => void take('unwatch', [{ ...tout, source: 'Domain', title: 'one.test' }])}>
        Return
      </button>
      <button type="button" onClick={() => void undo()}>
        Undo
      </button>
    </>
  )
}

test('the counts of the menu move with a step and with its Undo, before the server answers, which then corrects them', async () => {
  let counts = { waiting: 7, watched: 4 }
  const answers: ((response: Response) => void)[] = []
  await signIn({ role: 'qa' }, (path, { method = 'GET' }) => {
    if (path.includes('/qa/getDashboard')) return Response.json(counts)
    if (method === 'GET') return Response.json({})
    return new Promise<Response>((resolve) => {
      answers.push(resolve)
    })
  })
  show(<Menu />)
  await screen.findByText('Waiting 7, watched 4')
  fireEvent.click(screen.getByRole('button', { name: 'Return' }))
  await screen.findByText('Waiting 8, watched 3')
  // Another reviewer has decided on one in the meantime.
  counts = { waiting: 7, watched: 3 }
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.(Response.json({ version: 3 }))
  await screen.findByText('Waiting 7, watched 3')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Waiting 6, watched 4')
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(Response.json({ done: [], versions: {}, failed: [{ id: 'a', code: 'CONFLICT' }] }))
  await screen.findByText('Waiting 7, watched 3')
})

test('a second step on a record whose step is under way is dropped', async () => {
  const sent: string[] = []
  const answers: ((response: Response) => void)[] = []
  await signIn({ role: 'qa' }, (path, { method = 'GET' }) => {
    if (method === 'GET') return Response.json({ deletionsWaiting: 4 })
    sent.push(path)
    return new Promise<Response>((resolve) => {
      answers.push(resolve)
    })
  })
  show(<Waiting />)
  const button = await screen.findByRole('button', { name: 'Reject 4' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(sent).toHaveLength(1))
  answers[0]?.(Response.json({ version: 3 }))
  await waitFor(() =>
    expect(
      snackbars
        .current()
        .map(({ text }) => text)
        .join(),
    ).toContain('Rejected deletion'),
  )
  expect(sent).toHaveLength(1)
  fireEvent.click(button)
  await waitFor(() => expect(sent).toHaveLength(2))
  answers[1]?.(Response.json({ version: 4 }))
})
