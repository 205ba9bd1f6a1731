// @vitest-environment happy-dom
import type { DiscoveredHost, HostChecks } from '@signet/contract/collection/discovered-hosts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DiscoveredHostsPart } from './discovered-hosts-part.tsx'
import { showPage } from '../../../../test/show.tsx'

let allowed: readonly string[]
vi.mock('../../../session/company.ts', () => ({ useCompany: () => 'bank' }))
vi.mock('../../../session/use-session.ts', () => ({ useCan: (access: string) => allowed.includes(access) }))

const at = '2026-11-24T08:00:00Z'
const host = (name: string, changes: Partial<DiscoveredHost> = {}): DiscoveredHost => ({
  host: name,
  state: 'candidate',
  origins: ['usualName'],
  firstSeenAt: at,
  lastSeenAt: at,
  checkedAt: null,
  decidedAt: null,
  decidedBy: null,
  ...changes,
})
const work = {
  connector: 'ownHosts' as const,
  source: 'EASM' as const,
  state: 'collecting' as const,
  ranAt: at,
  dataAt: at,
  nextRunAt: at,
  pausedAt: null,
  observed: 2,
  found: 1,
  suppressed: 0,
  skipped: 0,
  empty: 0,
}

let hosts: DiscoveredHost[]
let checks: HostChecks
let total: number | undefined
let isDown: boolean
let sent: { path: string; body: { hosts?: string[]; state?: string; approvesHosts?: boolean } }[]

beforeEach(() => {
  allowed = ['assets:write']
  hosts = [host('mail.umber.example', { origins: ['mailServer', 'certificate'] }), host('vpn.umber.example')]
  checks = { work, approvesHosts: false, counts: { candidate: 2, approved: 0, rejected: 0 } }
  total = undefined
  isDown = false
  sent = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (isDown) return Promise.reject(new TypeError('down'))
    if (init.method === 'POST' || init.method === 'PUT') {
      const body = JSON.parse(typeof init.body === 'string' ? init.body : '') as (typeof sent)[number]['body']
      sent.push({ path: path.replace(/^.*\/settings\/|\?.*$/g, ''), body })
      hosts = hosts.filter(({ host: name }) => !body.hosts?.includes(name))
      if (path.includes('/decide')) return Promise.resolve(Response.json({ changed: body.hosts?.length }))
      return Promise.resolve(Response.json({ ...checks, approvesHosts: body.approvesHosts ?? false }))
    }
    const page = { items: hosts, total: total ?? hosts.length, pageNumber: 1, limit: 20 }
    return Promise.resolve(Response.json(path.includes('/hostChecks') ? checks : page))
  })
})
function open(address = '/') {
  return showPage(DiscoveredHostsPart, { address })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('each host says how it was found, and one is approved', async () => {
  open()
  await screen.findByText('mail.umber.example')
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(
    /^mail\.umber\.exampleWaiting · mail server, named in a certificateFirst seen .*last seen/,
  )
  press('Approve: vpn.umber.example')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  const body = { company: 'bank', hosts: ['vpn.umber.example'], state: 'approved' }
  expect(sent).toEqual([{ path: 'discoveredHosts/decide', body }])
})

test('several are rejected at once, and an empty list says what appears there', async () => {
  open()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page (2)' }))
  press('Reject selected (2)')
  await screen.findByText('No hosts in this state')
  expect(sent[0]?.body).toMatchObject({ hosts: ['mail.umber.example', 'vpn.umber.example'], state: 'rejected' })
})

test('the checks are started and the policy is set', async () => {
  open()
  await screen.findByText('vpn.umber.example')
  press('Check now')
  fireEvent.click(screen.getByRole('checkbox', { name: /Approve hosts found in DNS automatically/ }))
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['hostChecks/run', 'hostChecks/policy']))
  expect(sent[1]?.body).toMatchObject({ approvesHosts: true })
})

test.each([
  ['off', [], /Your Signet team can turn it on/],
  ['off', ['company:manage'], /Turn it on in Sources/],
  ['paused', [], 'Checks are paused.'],
  ['failing', [], /The last check failed/],
  ['waiting', [], /first check hasn't finished/],
] as const)('checks that are %s say so', async (state, more, text) => {
  allowed = ['assets:write', ...more]
  checks = { ...checks, work: { ...work, state, ranAt: null } }
  open()
  await screen.findByText(text)
  if (state === 'off' || state === 'paused') expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull()
})

test('those who may not edit assets only read', async () => {
  allowed = []
  open()
  await screen.findByText('vpn.umber.example')
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})

test('hosts that could not be loaded say so', async () => {
  isDown = true
  open()
  await screen.findByText("Couldn't load the state of the checks")
})

test('the state of the hosts in the list is in the address', async () => {
  const router = open('/?hosts=rejected')
  const rejected = await screen.findByRole<HTMLInputElement>('radio', { name: /^Rejected/ })
  expect(rejected.checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /^Approved/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ hosts: 'approved' }))
})

test('the page of the list is in the address, and another state begins with its first page', async () => {
  total = 60
  const router = open('/?hostsPage=2')
  await screen.findByText('Page 2 of 3')
  press('Older')
  await waitFor(() => expect(router.state.location.search).toEqual({ hostsPage: '3' }))
  await screen.findByText('Page 3 of 3')
  fireEvent.click(screen.getByRole('radio', { name: /^Approved/ }))
  await screen.findByText('Page 1 of 3')
  expect(router.state.location.search).toEqual({ hosts: 'approved' })
})
