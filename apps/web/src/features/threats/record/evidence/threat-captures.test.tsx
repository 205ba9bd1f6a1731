// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { publishLive } from '../../../../api/live.ts'
import { newQueryClient, serverError, show, signIn } from '../../../../../test/show.tsx'
import { RecordsContext, type AnyDetail } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { threatQuery } from '../../threats.api.ts'
import { EvidenceTab } from './evidence-tab.tsx'
import { ThreatCaptures } from './threat-captures.tsx'

const threat = {
  id: 't-1',
  source: 'Domain',
  title: 'meridian-login.example',
  official: [],
  markedName: null,
  verdict: null,
  indicators: [],
  evidence: [],
  proofs: [],
  sightingList: [],
} as unknown as AnyDetail
const inRecords = (part: ReactNode) => <RecordsContext value={threatRecords}>{part}</RecordsContext>

test.each(['admin', 'client'] as const)(
  'captures that could not be loaded are no empty list for the role %s, which can load them again',
  async (role) => {
    const answer = Promise.withResolvers<Response>()
    await signIn({ role }, () => answer.promise)
    const { container } = show(inRecords(<ThreatCaptures threat={threat} />))
    expect(screen.queryByRole('list')).toBeNull()
    expect(container.querySelectorAll('.ghost').length > 0).toBe(role === 'admin')
    answer.resolve(serverError())
    await screen.findByRole('heading', { name: "Couldn't load captures" })
    expect(screen.queryByRole('list')).toBeNull()
    screen.getByRole('button', { name: 'Retry' })
  },
)

test('clients see nothing of captures before the first one', async () => {
  await signIn({ role: 'client' }, () => Response.json([]))
  const client = newQueryClient()
  const { container } = show(inRecords(<ThreatCaptures threat={threat} />), client)
  await waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.data).toEqual([]))
  expect(container.textContent).toBe('')
})

const listKey = ['bank', 'threats', 'list', 'Domain']
const client = () => {
  const cache = newQueryClient()
  cache.setQueryData(listKey, { items: [{ id: 't-1' }, { id: 't-2' }], total: 2 })
  return cache
}
const rowsIn = (cache: ReturnType<typeof client>) => cache.getQueryData<{ items: object[] }>(listKey)?.items

function Panel() {
  const { data } = useQuery(threatQuery(threatRecords, 'bank', 'Domain', 't-1'))
  return data ? <EvidenceTab threat={data} /> : null
}

describe('the panel of a threat', () => {
  const picture = {
    id: 'e-1',
    kind: 'capture',
    name: 'desktop-view.png',
    type: 'image/png',
    size: 1,
    sha256: 'aa',
    capturedAt: '2026-11-20T10:00:00Z',
    href: '/e-1.png',
  }
  const visit = { profile: 'desktop', exit: null, hops: [], title: '', problem: null, evidence: ['aa'] }
  const running = {
    id: 'c-1',
    status: 'running',
    failure: null,
    requestedAt: '2026-11-20T10:00:00Z',
    endedAt: null,
    trigger: 'new',
    requestedBy: null,
    differences: [],
    visits: [],
    files: [],
  }
  const done = { ...running, status: 'done', endedAt: '2026-11-20T10:00:05Z', visits: [visit], files: [picture] }
  let list: object[]
  let detail: object

  beforeEach(async () => {
    list = [running]
    detail = threat
    await signIn({ role: 'admin' }, (path) => Response.json(path.includes('/captures') ? list : detail))
  })
  const finish = () => {
    list = [done]
    detail = { ...threat, evidence: [picture], thumbnail: '/e-1.png' }
  }

  test('shows the screenshot of a capture that ends while it is open, and so does its row', async () => {
    const cache = client()
    show(inRecords(<Panel />), cache)
    await screen.findByText('Capturing')
    finish()
    await screen.findByRole('img', { name: 'Capture of meridian-login[.]example' }, { timeout: 5_000 })
    await waitFor(() => expect(rowsIn(cache)).toEqual([{ id: 't-1', thumbnail: '/e-1.png' }, { id: 't-2' }]))
  })

  test('gives its row the reasons that the comparison of its page added', async () => {
    const cache = client()
    list = [done]
    finish()
    show(inRecords(<Panel />), cache)
    await waitFor(() => expect(rowsIn(cache)?.[0]).toEqual({ id: 't-1', thumbnail: '/e-1.png' }))
    const compared = { reasons: ['Asks for PIN'], reasonCount: 9 }
    detail = { ...(detail as typeof threat), ...compared }
    act(() =>
      publishLive({ id: '2', type: 'threat.changed', at: '2026-11-20T10:00:06Z', data: { threatIds: ['t-1'] } }),
    )
    await waitFor(() => expect(rowsIn(cache)?.[0]).toMatchObject(compared))
  })

  test('shows what somebody else captured once the server reports the change of this threat', async () => {
    list = []
    show(inRecords(<Panel />), client())
    await screen.findByRole('button', { name: 'Capture now' })
    finish()
    act(() =>
      publishLive({ id: '1', type: 'threat.changed', at: '2026-11-20T10:00:05Z', data: { threatIds: ['t-1'] } }),
    )
    await screen.findByRole('img', { name: 'Capture of meridian-login[.]example' })
  })
})
