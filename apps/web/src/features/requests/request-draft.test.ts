// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { draftKey, removeDrafts } from '../../session/drafts.ts'
import { refreshSession } from '../../session/session-store.ts'
import {
  accountsMentioned,
  emptyDraft,
  keepDraft,
  readDraft,
  subjectOf,
  withAddress,
  wordsToSearch,
} from './request-draft.ts'

test('known threats are searched by host, or by a name that is specific enough', () => {
  expect(wordsToSearch({ ...emptyDraft, addresses: 'https://www.shop.example/login' })).toBe('shop.example')
  expect(wordsToSearch({ ...emptyDraft, subject: '@meridian_help' })).toBe('meridian_help')
  expect(wordsToSearch({ ...emptyDraft, subject: 'abc' })).toBeUndefined()
  expect(wordsToSearch({ ...emptyDraft, subject: 'Somebody sells our tickets' })).toBeUndefined()
})

test('the address of a page is added to the draft once', () => {
  const address = 'https://evil.example/a'
  const draft = withAddress({ ...emptyDraft, addresses: 'https://other.example' }, address)
  expect(draft.addresses).toBe('https://other.example\nhttps://evil.example/a')
  expect(withAddress(draft, address)).toEqual(draft)
  expect(withAddress(draft, undefined)).toEqual(draft)
})

test('the subject of a report is its first line', () => {
  expect(subjectOf('\n https://shop.example/a \nA customer called.')).toBe('https://shop.example/a')
  expect(subjectOf('x'.repeat(300))).toHaveLength(200)
})

test('the source is asked for only when a line is an account', () => {
  expect(accountsMentioned('Answers customers:\n@quayside_help')).toBe(true)
  expect(accountsMentioned('Write to help@quayside.example')).toBe(false)
})

const stored = (text: string) => localStorage.setItem(draftKey('north', 'request') ?? '', text)

async function signIn(id: string): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ user: { id } })))
  await refreshSession()
}
beforeEach(() => signIn('ada'))
test('a draft belongs to the user who wrote it and is deleted at sign-out', async () => {
  keepDraft('north', { ...emptyDraft, text: 'From Ada' })
  await signIn('ben')
  expect(readDraft('north')).toEqual(emptyDraft)
  await signIn('ada')
  expect(readDraft('north').text).toBe('From Ada')
  removeDrafts()
  expect(readDraft('north')).toEqual(emptyDraft)
})

test.each([['opening the form', () => readDraft('north')] as const, ['sign-out', removeDrafts] as const])(
  'drafts that an earlier version stored without their user are deleted at %s',
  (_when, happens) => {
    localStorage.setItem('signet.requestDraft.south', '{"text":"From anybody"}')
    localStorage.setItem('signet.theme', 'dark')
    happens()
    expect(localStorage.getItem('signet.requestDraft.south')).toBeNull()
    expect(localStorage.getItem('signet.theme')).toBe('dark')
  },
)

test('a stored draft keeps what this version knows', () => {
  keepDraft('north', { ...emptyDraft, kind: 'question', subject: 'A question', source: 'Domain', severity: 'High' })
  expect(readDraft('north')).toMatchObject({
    kind: 'question',
    subject: 'A question',
    source: 'Domain',
    severity: 'High',
  })
  stored(JSON.stringify({ kind: 'removed', subject: 7, text: 'Kept', source: 'Fax', severity: 'Huge' }))
  expect(readDraft('north')).toEqual({ ...emptyDraft, text: 'Kept' })
  stored('{"kind":')
  expect(readDraft('north')).toEqual(emptyDraft)
})
