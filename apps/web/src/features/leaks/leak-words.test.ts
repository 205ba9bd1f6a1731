import { expect, test } from 'vitest'
import { leakHostOf, leakName, shownHost } from './leak-words.ts'

test('a leak without a user name is named after its package', () => {
  expect(leakName({ entity: 'board-papers.pdf' })).toBe('board-papers.pdf')
})

test('the host is found in URLs with and without a scheme, and in those of apps', () => {
  expect(leakHostOf({ url: 'https://vpn.bank.example/login' })).toBe('vpn.bank.example')
  expect(leakHostOf({ url: 'mail.bank.example/owa' })).toBe('mail.bank.example')
  expect(leakHostOf({ url: 'android://abc==@example.bank.app/' })).toBe('example.bank.app')
  expect(leakHostOf({})).toBeUndefined()
})

test("the company's own hosts and packages of apps are shown as they are, any other host is defanged", () => {
  expect(shownHost({ subdomain: 'vpn.bank.example', url: 'https://vpn.bank.example/login' })).toBe('vpn.bank.example')
  expect(shownHost({ url: 'https://forum.example.org/login' })).toBe('forum[.]example[.]org')
  expect(shownHost({ url: 'android://abc==@example.bank.app/' })).toBe('example.bank.app')
  expect(shownHost({})).toBeUndefined()
})
