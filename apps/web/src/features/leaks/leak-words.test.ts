import { expect, test } from 'vitest'
import { hostOf, leakName, maskIdentity, resetListOf, shownHost } from './leak-words.ts'

test('a masked name is recognised by whoever knows it, and by nobody else', () => {
  expect(maskIdentity('anna.rao@bank.example')).toBe('a•••.rao@bank.example')
  expect(maskIdentity('administrator@bank.example')).toBe('a••••@bank.example')
  expect(maskIdentity('al@bank.example')).toBe('•••@bank.example')
  expect(maskIdentity('nobody')).toBe('n••••')
  // What follows a mark too far in front is not shown.
  expect(maskIdentity('a.very-long-name-of-somebody@x.example')).toBe('a••••-somebody@x.example')
})

test('what has no user name is called by its package', () => {
  expect(leakName({ entity: 'board-papers.pdf', leakType: 'documents' }, true)).toBe('board-papers.pdf')
})

test('the host of an address is found with and without a scheme, and of apps', () => {
  expect(hostOf({ url: 'https://vpn.bank.example/login' })).toBe('vpn.bank.example')
  expect(hostOf({ url: 'mail.bank.example/owa' })).toBe('mail.bank.example')
  expect(hostOf({ url: 'android://abc==@example.bank.app/' })).toBe('example.bank.app')
  expect(hostOf({})).toBeUndefined()
})

test('an own address is shown as it is, another so that nobody opens it by accident', () => {
  expect(shownHost({ subdomain: 'vpn.bank.example', url: 'https://vpn.bank.example/login' })).toBe('vpn.bank.example')
  expect(shownHost({ url: 'https://forum.example.org/login' })).toBe('forum[.]example[.]org')
  expect(shownHost({})).toBeUndefined()
})

test('the reset list names everybody once and has no place for passwords', () => {
  const leaks = [
    { username: 'B@x.example', password: 'p' },
    { username: 'a@x.example' },
    { username: 'b@x.example' },
    {},
  ]
  expect(resetListOf(leaks)).toEqual(['a@x.example', 'b@x.example'])
})
