// @vitest-environment happy-dom
import type { View } from '@signet/contract/threats/views'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { viewsQuery } from '../../../parts/threats/saved-views.api.ts'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { showPage, signIn } from '../../../../test/show.tsx'
import { RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { ViewMenu } from './view-menu.tsx'

const mine = { id: 'v', name: 'Open sign-in pages', filters: {}, isOwn: true, isShared: false, version: 1 }

/** The menu with one view of the user. The answer to a subscription that ends is a refusal. */
async function open() {
  const sent: string[] = []
  let isSubscribed = false
  await signIn({ role: 'client' }, (path, { method = 'GET' }) => {
    if (method === 'GET') return Response.json([{ ...mine, isSubscribed }])
    sent.push(`${method} ${path.split('?')[0]}`)
    if (isSubscribed) return Response.json({ code: 'CONFLICT', message: 'Busy.' }, { status: 409 })
    isSubscribed = true
    return Response.json({ ...mine, isSubscribed })
  })
  showPage(
    () => (
      <RecordsContext value={threatRecords}>
        <Menu />
      </RecordsContext>
    ),
    { client: queryClient },
  )
  return sent
}

function Menu() {
  const { data } = useQuery(viewsQuery('bank', 'threats'))
  const view: View | undefined = data?.[0]
  if (!view) return null
  return (
    <ViewMenu source="All" search={{}} view={view} isDirty={false} onChange={() => undefined} close={() => undefined} />
  )
}

const bell = () => screen.findByRole('switch', { name: 'Notify me of new matches' })

test('a view is subscribed to in its menu, which stays open and says so', async () => {
  const sent = await open()
  expect((await bell()).getAttribute('aria-checked')).toBe('false')
  fireEvent.click(await bell())
  await waitFor(async () => expect((await bell()).getAttribute('aria-checked')).toBe('true'))
  screen.getByRole('img', { name: 'You are notified' })
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatch(/\/views\/v\/subscription$/)

  fireEvent.click(await bell())
  await waitFor(() => expect(JSON.stringify(snackbars.current())).toContain('Busy.'))
  expect((await bell()).getAttribute('aria-checked')).toBe('true')
})
