// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LookUps } from './look-ups.tsx'
import { newQueryClient, show } from '../../../test/show.tsx'

vi.mock('../../session/company.ts', () => ({ useCompany: () => 'bank' }))

const client = newQueryClient()
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

const provider = { kind: 'host', value: 'umber.example', isSetUp: true, quota: null }
const answer = {
  id: '9c6f1f0e-6a55-4f6e-8a7e-0d6c4a2b1c3d',
  connector: 'urlhaus',
  kind: 'host',
  value: 'umber.example',
  state: 'asking',
  problem: null,
  url: null,
  facts: [],
  requestedBy: 'Ana',
  requestedAt: '2026-11-25T20:00:00.000Z',
  answeredAt: null,
}
const found = {
  ...answer,
  state: 'found',
  url: 'https://urlhaus.abuse.ch/host/umber.example/',
  facts: [{ name: 'malware', value: 'SpyNote' }],
  answeredAt: '2026-11-25T20:00:05.000Z',
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>{children}</section>
)

function open(...answers: object[]) {
  const sent: { method: string | undefined; body: unknown }[] = []
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit = {}) => {
    sent.push({ method, body: typeof body === 'string' ? JSON.parse(body) : null })
    return Promise.resolve(Response.json(answers.length > 1 ? answers.shift() : answers[0]))
  })
  show(<LookUps threatId={answer.id} frame={Frame} />, client)
  return sent
}

test('a provider is asked by its button, and its answer appears when it is there', async () => {
  const providers = [{ connector: 'urlhaus', ...provider, quota: { left: 3, until: '2026-11-25T21:00:00.000Z' } }]
  const sent = open({ providers, answers: [] }, { providers, answers: [answer] }, { providers, answers: [found] })
  await screen.findByText(/3 calls left/)
  fireEvent.click(screen.getByRole('button', { name: 'Look up at URLhaus' }))
  await screen.findByText('SpyNote', undefined, { timeout: 20_000 })
  expect(screen.getByRole('link', { name: 'Open at URLhaus' }).getAttribute('href')).toBe(found.url)
  expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([
    { body: { company: 'bank', connector: 'urlhaus' } },
  ])
})

test('a provider without an account has no button, and is named as one that could be asked', async () => {
  open({ providers: [{ connector: 'urlhaus', ...provider, isSetUp: false }], answers: [] })
  await screen.findByText(/URLhaus can be asked/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('why a provider did not answer is said in its words, and a threat that nobody can be asked about shows nothing', async () => {
  const problem = { reason: 'SERVER_FAILS', parameters: {}, message: 'urlhaus-api.abuse.ch has a fault.' }
  const failed = { ...answer, state: 'failed', problem, answeredAt: found.answeredAt }
  open({ providers: [{ connector: 'urlhaus', ...provider }], answers: [failed] })
  await screen.findByText('urlhaus-api.abuse.ch has a fault.')
  cleanup()
  client.clear()
  const sent = open({ providers: [], answers: [] })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await vi.waitFor(() => expect(screen.queryByText('Look-ups at providers')).toBeNull())
})
