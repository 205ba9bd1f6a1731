// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { clientInfoKey } from '../session/client-info-cache.ts'
import { showPage, signIn } from '../../test/show.tsx'
import { TopBar } from './top-bar.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const nothing = () => undefined

async function open(role: 'qa' | 'client') {
  await signIn({ role, adminCompanies: role === 'qa' ? ['rail'] : [] }, (path) =>
    Response.json(path.includes('lientInfo') ? { company: 'rail', name: 'Kestrel Rail', sources: [] } : []),
  )
  showPage(() => <TopBar onSearch={nothing} onMenu={nothing} onHelp={nothing} />, { client: queryClient })
}

test('staff read under the title which company they have selected', async () => {
  await open('qa')
  await screen.findByText('Kestrel Rail')
})

test('for a client, who has one company, there is only the title', async () => {
  await open('client')
  await waitFor(() => expect(queryClient.getQueryData(clientInfoKey('bank'))).toMatchObject({ name: 'Kestrel Rail' }))
  expect(screen.queryByText('Kestrel Rail')).toBeNull()
})
