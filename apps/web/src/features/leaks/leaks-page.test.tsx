// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { LeaksPage } from './leaks-page.tsx'
import { validateLeakSearch } from './list/leak-search.ts'

const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
const newLeak = (id: string) => ({
  id,
  leakType: 'comboLists',
  leakTypeLabel: 'Combo lists',
  entity: 'package',
  source: 'database',
  date: '2026-11-20T10:00:00Z',
  addedAt: '2026-11-20T10:00:00Z',
  username: `${id}@x.example`,
  isNameMasked: false,
  isEmployee: false,
  hasPassword: false,
  password: null,
  canReveal: false,
  status: 'open',
  isDemo: true,
  version: 1,
})

test('Enter opens the first leak of the list before J was pressed', async () => {
  const asked: string[] = []
  await signIn({ role: 'client' }, (path) => {
    asked.push(path)
    if (path.includes('getClientInfo'))
      return Response.json({ name: 'Bank', config: {}, modules: { leaks: true }, threatSources: [], toutSources: [] })
    if (path.includes('/leaks?') || path.includes('/getLeaks?'))
      return Response.json({ items: ids.map(newLeak), total: 2, pageNumber: 1, limit: 100 })
    return Response.json([])
  })
  const router = showPage(() => <LeaksPage />, { validateSearch: validateLeakSearch })
  await screen.findByText('2 leaks')
  fireEvent.keyDown(document.body, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: ids[0] }))
})
