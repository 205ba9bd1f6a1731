// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { DeletedToutsPage } from './stage-list-page.tsx'

test('the deleted touts say how many deletions await approval', async () => {
  const none = { items: [], total: 0, pageNumber: 1, limit: 100 }
  await signIn({ role: 'qa' }, (path) =>
    Response.json(path.includes('/qa/getDashboard') ? { deletionsWaiting: 4 } : none),
  )
  showPage(() => <DeletedToutsPage />)
  expect(await screen.findByRole('radio', { name: 'Awaiting approval 4' })).toBeTruthy()
})
