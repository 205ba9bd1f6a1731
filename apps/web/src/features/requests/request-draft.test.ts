// @vitest-environment happy-dom
import { knownWordsMax } from '@signet/contract/requests/requests'
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
  wordsIn,
  wordsToSearch,
  type RequestDraft,
} from './request-draft.ts'

const searched = (draft: Partial<RequestDraft>) => [...wordsToSearch({ ...emptyDraft, ...draft }).keys()]

test('known threats are searched by host, or by a name that is specific enough', () => {
  const addresses = 'https://www.shop.example/login\nhxxps://other[.]example'
  expect(searched({ addresses })).toEqual(['shop.example', 'other.example'])
  expect(searched({ subject: '@meridian_help' })).toEqual(['meridian_help'])
  expect(searched({ subject: 'abc' })).toEqual([])
  expect(searched({ subject: 'Somebody sells our tickets' })).toEqual([])
})

test('every line of a report is searched for what it names, once each, and shows it as it was pasted', () => {
  const pasted = `https://www.shop.example/a
http://shop.example/b, evil[.]example.
@meridian_help
@abc
+49 30 / 1234-567
0049 30 1234567
http://203.0.113[.]7/x costs 3.14
A customer called us today. See mail.example for more, e.g. the photo.`
  expect([...wordsIn(pasted)]).toEqual([
    ['shop.example', 'https://www.shop.example/a'],
    ['evil.example', 'evil.example'],
    ['meridian_help', '@meridian_help'],
    ['49301234567', '+49 30 / 1234-567'],
    ['203.0.113.7', '203.0.113.7'],
    ['mail.example', 'mail.example'],
  ])
})

test('no more is searched than the server takes', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `shop-${index}.example`)
  expect([...wordsIn(lines.join('\n')).keys()]).toEqual(lines.slice(0, knownWordsMax))
})

test('the address of a page is added to the draft once', () => {
  const address = 'https://evil.example/a'
  const draft = withAddress({ ...emptyDraft, addresses: 'https://other.example' }, address)
  expect(draft.addresses).toBe('https://other.example\nhttps://evil.example/a')
  expect(withAddress(draft, address)).toEqual(draft)
  expect(withAddress(draft, undefined)).toEqual(draft)
})

test('a draft that is about nothing with an address reports the address of a page', () => {
  const address = 'https://evil.example/a'
  expect(withAddress(emptyDraft, address).kind).toBe('threat')
  expect(withAddress({ ...emptyDraft, kind: 'takedown' }, address).kind).toBe('takedown')
})

test('the subject of a report is its first line', () => {
  expect(subjectOf('\n https://shop.example/a \nA customer called.')).toBe('https://shop.example/a')
  expect(subjectOf('x'.repeat(300))).toHaveLength(200)
})

test('the subject of a report of several things says how many more there are', () => {
  const lines = ['hxxps://shop.example/a', '@brand_help', '+49 30 1234567', 'They answer customers.', '@brand_help']
  expect(subjectOf(lines.join('\n'))).toBe('hxxps://shop.example/a and 2 more')
  expect(subjectOf(`Found today:\n${lines.join('\n')}`)).toBe('Found today:')
  const long = subjectOf(`https://shop.example/${'x'.repeat(300)}\nevil.example`)
  expect(long).toHaveLength(200)
  expect(long).toMatch(/x and 1 more$/)
})

test('the subject of a report without a text is the name of its first file', () => {
  expect(subjectOf(' \n', [{ name: 'page\u202E.png' }, { name: 'poster.png' }])).toBe('page .png')
  expect(subjectOf('A shop', [{ name: 'page.png' }])).toBe('A shop')
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
