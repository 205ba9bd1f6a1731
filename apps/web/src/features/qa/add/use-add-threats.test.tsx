// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAddThreats } from './use-add-threats.ts'

interface Sent {
  rows: { threatType: string; fields: Record<string, string> }[]
  dryRun: boolean
  isAddedAnyway: boolean
}
let sent: Sent[] = []
const states: Record<string, string> = { 'known.example': 'known', 'own.example': 'own' }
const client = new QueryClient()
const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit = {}) => {
    const call = JSON.parse(typeof body === 'string' ? body : '{}') as Sent
    sent.push(call)
    return Promise.resolve(
      Response.json(
        call.rows.map(({ fields }, index) =>
          call.dryRun
            ? { index, state: states[fields['domain_name'] ?? ''] ?? 'new', problems: [] }
            : { index, state: 'added', id: `id-${index}`, problems: [] },
        ),
      ),
    )
  })
})
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

test('only checked new threats are sent, and the fields are empty afterwards', async () => {
  const { result } = renderHook(() => useAddThreats('bank', { kind: 'threat', source: 'Domain' }, true), {
    wrapper: within,
  })
  act(() => result.current.set({ text: 'new.example\nknown.example' }))
  expect(result.current.rows).toHaveLength(2)
  expect(result.current.results).toBeUndefined()
  await waitFor(() => expect(result.current.good).toHaveLength(1), { timeout: 10_000 })
  await act(async () => result.current.send(false))
  await waitFor(() => expect(result.current.text).toBe(''))
  expect(sent.filter(({ dryRun }) => !dryRun).map(({ rows }) => rows.length)).toEqual([1])
})

test('what the company owns is only sent on request, and the request is for these rows', async () => {
  const { result } = renderHook(() => useAddThreats('bank', { kind: 'threat', source: 'Domain' }, true), {
    wrapper: within,
  })
  act(() => result.current.set({ text: 'own.example' }))
  await waitFor(() => expect(result.current.ownCount).toBe(1), { timeout: 10_000 })
  expect(result.current.good).toEqual([])
  act(() => result.current.set({ isAddedAnyway: true }))
  expect(result.current.good).toHaveLength(1)
  await act(async () => result.current.send(false))
  await waitFor(() => expect(result.current.text).toBe(''))
  expect(sent.filter(({ dryRun }) => !dryRun).map((one) => one.isAddedAnyway)).toEqual([true])
  expect(result.current.isAddedAnyway).toBe(false)
})

test('values entered for another source are not sent', () => {
  const { result } = renderHook(() => useAddThreats('bank', { kind: 'threat', source: 'Domain' }, false), {
    wrapper: within,
  })
  act(() =>
    result.current.set({
      values: { domain_name: ' look.example ', nothingOfDomains: 'x' },
      chosenType: 'no type of it',
    }),
  )
  expect(result.current.rows).toEqual([
    { threatType: result.current.threatType, severity: 'High', fields: { domain_name: 'look.example' } },
  ])
})

test('the address of a page is filled in and checked, but not sent by itself', async () => {
  const address = 'https://evil.example/login'
  const { result } = renderHook(() => useAddThreats('bank', { kind: 'threat', source: 'URL' }, false, address), {
    wrapper: within,
  })
  await waitFor(() => expect(result.current.good).toHaveLength(1), { timeout: 10_000 })
  expect(result.current.rows).toMatchObject([{ fields: { link: address } }])
  expect(sent.every(({ dryRun }) => dryRun)).toBe(true)
})

test('files and links are sent with one threat, and again under the same key after a failure', async () => {
  const forms: { key: string | null; links: unknown; files: string[] }[] = []
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (!(init.body instanceof FormData)) return answered(address, init)
    const written = init.body.get('rows')
    const rows = JSON.parse(typeof written === 'string' ? written : '[]') as { links: string[] }[]
    const files = init.body.getAll('file').map((file) => (file instanceof File ? file.name : ''))
    forms.push({ key: new Headers(init.headers).get('idempotency-key'), links: rows[0]?.links, files })
    if (forms.length === 1) return Promise.reject(new TypeError('lost'))
    return Promise.resolve(Response.json([{ state: 'added', id: 'id-0' }]))
  })
  const { result } = renderHook(() => useAddThreats('bank', { kind: 'threat', source: 'Domain' }, false), {
    wrapper: within,
  })
  act(() =>
    result.current.set({
      values: { domain_name: 'new.example' },
      files: [new File(['x'], 'shot.png')],
      links: 'hxxps://seen[.]example/a',
    }),
  )
  await waitFor(() => expect(result.current.good).toHaveLength(1), { timeout: 10_000 })
  await act(async () => result.current.send(false))
  await waitFor(() => expect(result.current.isBusy).toBe(false))
  expect(result.current.files).toHaveLength(1)
  await act(async () => result.current.send(false))
  await waitFor(() => expect(result.current.files).toEqual([]))
  const sentOnce = { key: forms[0]?.key, links: ['https://seen.example/a'], files: ['shot.png'] }
  expect(forms).toEqual([sentOnce, sentOnce])
  expect(forms[0]?.key).toMatch(/./)
})

test('what is no link is named, and nothing is sent', async () => {
  const { result } = renderHook(() => useAddThreats('bank', { kind: 'threat', source: 'Domain' }, false), {
    wrapper: within,
  })
  act(() => result.current.set({ values: { domain_name: 'new.example' }, links: '@nobody' }))
  await waitFor(() => expect(result.current.results).toHaveLength(1), { timeout: 10_000 })
  expect(result.current.linksProblem).toContain('@nobody')
  expect(result.current.good).toEqual([])
})
