import { expect, test } from 'vitest'
import { leakHostOf, leakName, maskIdentity, resetListOf, shownHost } from './leak-words.ts'

test('a masked name can only be recognised by people who know it', () => {
  expect(maskIdentity('anna.rao@bank.example')).toBe('a•••.rao@bank.example')
  expect(maskIdentity('administrator@bank.example')).toBe('a••••@bank.example')
  expect(maskIdentity('al@bank.example')).toBe('•••@bank.example')
  expect(maskIdentity('nobody')).toBe('n••••')
  // What follows a separator too close to the start is not shown.
  expect(maskIdentity('a.very-long-name-of-somebody@x.example')).toBe('a••••-somebody@x.example')
})

test('a leak without a user name is named after its package', () => {
  expect(leakName({ entity: 'board-papers.pdf', leakType: 'documents' }, true)).toBe('board-papers.pdf')
})

test('the host is found in URLs with and without a scheme, and in those of apps', () => {
  expect(leakHostOf({ url: 'https://vpn.bank.example/login' })).toBe('vpn.bank.example')
  expect(leakHostOf({ url: 'mail.bank.example/owa' })).toBe('mail.bank.example')
  expect(leakHostOf({ url: 'android://abc==@example.bank.app/' })).toBe('example.bank.app')
  expect(leakHostOf({})).toBeUndefined()
})

test("the company's own host is shown as it is, any other is defanged", () => {
  expect(shownHost({ subdomain: 'vpn.bank.example', url: 'https://vpn.bank.example/login' })).toBe('vpn.bank.example')
  expect(shownHost({ url: 'https://forum.example.org/login' })).toBe('forum[.]example[.]org')
  expect(shownHost({})).toBeUndefined()
})

test('the reset list has each user name once and no passwords', () => {
  const leaks = [
    { username: 'B@x.example', password: 'p' },
    { username: 'a@x.example' },
    { username: 'b@x.example' },
    {},
  ]
  expect(resetListOf(leaks)).toEqual(['a@x.example', 'b@x.example'])
})
