// @vitest-environment happy-dom
import type { AssetProposal, AssetProposals } from '@signet/contract/companies/asset-proposals'
import type { Assets } from '@signet/contract/companies/assets'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AssetProposalsPart } from './asset-proposals-part.tsx'
import { show } from '../../../test/show.tsx'

const proposal = (changes: Partial<AssetProposal> & Pick<AssetProposal, 'id' | 'kind' | 'value'>): AssetProposal => ({
  source: null,
  signerSha256: [],
  foundOn: 'https://umber.example/contact',
  foundAt: '2026-11-24T08:00:00Z',
  ...changes,
})
const brand = { key: 'umber', name: 'Umber', aliases: ['umber'], official: ['umber.example'], handles: [], phones: [] }
const brands = [
  { ...brand, accounts: [] },
  { ...brand, key: 'umber-pay', name: 'Umber Pay', accounts: [] },
]

let found: AssetProposals
let assets: Assets
let isDown: boolean
let refusal: object | null
let sent: { ids?: string[]; isAccepted?: boolean; brand?: string }[]

beforeEach(() => {
  found = {
    isSearching: false,
    searchStartedAt: null,
    searchedAt: '2026-11-24T08:00:00Z',
    filesRead: 4,
    problems: [],
    proposals: [
      proposal({ id: 'a', kind: 'app', value: 'com.umber.app', signerSha256: ['ab'.repeat(32)] }),
      proposal({ id: 'h', kind: 'handle', source: 'Instagram', value: 'https://www.instagram.com/umber' }),
      proposal({ id: 'p', kind: 'phone', value: '+44 20 7946 0199' }),
    ],
  }
  assets = { brands, domains: [], people: [], apps: [], partners: [], version: 1 }
  isDown = false
  refusal = null
  sent = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (isDown) return Promise.reject(new TypeError('down'))
    if (init.method === 'POST') {
      const body = JSON.parse(typeof init.body === 'string' ? init.body : '') as (typeof sent)[number]
      sent.push(body)
      if (refusal) return Promise.resolve(Response.json(refusal, { status: 409 }))
      if (path.includes('/search')) found = { ...found, isSearching: true, searchStartedAt: new Date().toISOString() }
      found = { ...found, proposals: found.proposals.filter(({ id }) => !body.ids?.includes(id)) }
    }
    return Promise.resolve(Response.json(path.includes('/assetProposals') ? found : assets))
  })
})
const open = (hasUnsavedChanges = false) =>
  show(<AssetProposalsPart company="bank" hasUnsavedChanges={hasUnsavedChanges} />)
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('each proposal shows its kind in words and the page that mentions it', async () => {
  open()
  await screen.findByText('com.umber.app')
  expect(rows()).toEqual([
    expect.stringMatching(/^com\.umber\.appAppSigning certificate \(SHA-256\): abab.*Found on/),
    expect.stringMatching(/^https:\/\/www\.instagram\.com\/umberInstagram account/),
    expect.stringMatching(/^\+44 20 7946 0199Phone number/),
  ])
  const [link] = screen.getAllByRole('link', { name: 'https://umber.example/contact' })
  expect(link?.getAttribute('href')).toBe('https://umber.example/contact')
})

test('one proposal is added to the chosen brand, and the focus goes on to the next', async () => {
  open()
  fireEvent.change(await screen.findByRole('combobox', { name: 'Brand' }), { target: { value: 'umber-pay' } })
  press('Add: https://www.instagram.com/umber')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(sent).toEqual([{ company: 'bank', ids: ['h'], isAccepted: true, brand: 'umber-pay' }])
  expect(document.activeElement?.textContent).toContain('+44 20 7946 0199')
})

test('all proposals are dismissed at once after a confirmation, and the part says that none is left', async () => {
  open()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all (3)' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select: com.umber.app' }))
  press('Dismiss selected (2)')
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss 2 proposals?' }))
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(sent).toMatchObject([{ ids: ['h', 'p'], isAccepted: false }]))
  await waitFor(() => expect(rows()).toHaveLength(1))
  press('Dismiss: com.umber.app')
  await screen.findByText(/Nothing new was found/)
})

test('nothing is added while the assets have unsaved changes', async () => {
  open(true)
  await screen.findByText(/^Save or discard your changes/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add: com.umber.app' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Dismiss: com.umber.app' }).disabled).toBe(false)
})

test('a search that is started says since when it runs', async () => {
  found = { ...found, searchedAt: null, filesRead: 0, proposals: [] }
  open()
  await screen.findByText(/haven't been searched yet/)
  press('Search the sites')
  expect((await screen.findByText(/^Searching the sites\. Started/)).textContent).toMatch(/ago|now/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search the sites' }).disabled).toBe(true)
})

test.each([
  ['stopped before its end', { searchStartedAt: '2026-11-24T08:00:00Z' }, /^The search didn't finish/],
  ['could read none of the sites', { filesRead: 0 }, /^None of the sites could be read/],
  [
    'could not read one site',
    { problems: [{ host: 'umber.example', reason: 'X', parameters: {}, message: 'It timed out.' }] },
    "umber.example couldn't be read: It timed out.",
  ],
])('a search that %s says so', async (_, changes, text) => {
  found = { ...found, proposals: [], ...changes }
  open()
  await screen.findByText(text)
})

test('a refused search and proposals that could not be loaded say why', async () => {
  open()
  await screen.findByText('com.umber.app')
  const message = 'This company has no official domain to search yet. Add one first.'
  refusal = { code: 'CONFLICT', reason: 'NO_OFFICIAL_DOMAIN', message, parameters: {} }
  press('Search again')
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  cleanup()
  isDown = true
  open()
  await screen.findByText("Couldn't load the proposals")
})
