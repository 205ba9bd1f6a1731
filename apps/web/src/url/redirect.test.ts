import type { Role } from '@signet/contract/access/permissions'
import { expect, test } from 'vitest'
import { isUnder, redirectOf, safeCallback, type Visitor } from './redirect.ts'

const visitor = (role: Role): Visitor => ({
  role,
  paths: role === 'qa' ? ['/QA/dashboard', '/QA/watchlist'] : ['/threats', '/takedown'],
})

test.each<[string, Visitor, string, string | null]>([
  ['a signed-out visitor stays on sign-in', null, '/', null],
  ['a signed-out visitor stays on the error page', null, '/auth/error', null],
  ['a signed-out visitor stays on a public page', null, '/verify', null],
  ['a client stays on a public page', visitor('client'), '/verify', null],
  ['a signed-out visitor stays on the public page of a company', null, '/report/quayside', null],
  ['a client leaves sign-in for home', visitor('client'), '/', '/home'],
  ['a client admin leaves sign-in for their home', visitor('clientPeeker'), '/', '/clientAdmin/home'],
  ['an admin leaves sign-in for their home', visitor('subAdmin'), '/', '/admin/home'],
  ['QA leaves the error page for the dashboard', visitor('qa'), '/auth/error', '/QA/dashboard'],
  ['a path of the list is left alone', visitor('client'), '/threats/Domain', null],
  ['an object under an entry is left alone', visitor('client'), '/takedown/TD-3391', null],
  ["a path outside a client's list leads home", visitor('client'), '/traffic', '/home'],
  ["a path outside an admin's list leads home", visitor('admin'), '/QA/dashboard', '/home'],
  ["a path outside QA's list leads to the dashboard", visitor('qa'), '/threats/All', '/QA/dashboard'],
  ['the events belong to threats', visitor('client'), '/events', null],
  ['QA has no events', visitor('qa'), '/events', '/QA/dashboard'],
  ['/home is not in the list of QA', visitor('qa'), '/home', '/QA/dashboard'],
  ['/home is always allowed for the others', visitor('admin'), '/home', null],
  ['the home of the role is always allowed', visitor('admin'), '/admin/home', null],
])('%s', (_, who, path, expected) => {
  expect(redirectOf(who, path)).toBe(expected)
})

test('a signed-out visitor is sent to sign-in and returns to the same address', () => {
  const target = redirectOf(null, '/threats/Domain', '?severity=Critical,High')
  expect(target?.startsWith('/?')).toBe(true)
  const params = new URLSearchParams(target?.slice(2))
  expect(params.get('error')).toBe('SessionRequired')
  expect(params.get('callbackUrl')).toBe('/threats/Domain?severity=Critical,High')
})

test('sign-in leads to the callback address', () => {
  const search = `?callbackUrl=${encodeURIComponent('/threats/Domain?q=a')}`
  expect(redirectOf(visitor('client'), '/', search)).toBe('/threats/Domain?q=a')
})

test('a redirect never leads to a page that redirects again', () => {
  for (const role of ['client', 'clientPeeker', 'admin', 'qa'] as const) {
    for (const path of ['/', '/auth/error', '/nowhere', '/threats', '/QA/watchlist', '/home']) {
      const first = redirectOf(visitor(role), path)
      if (first) expect(redirectOf(visitor(role), first)).toBeNull()
    }
  }
})

test.each([
  ['https://evil.example/', null],
  ['//evil.example/x', null],
  ['javascript:alert(1)', null],
  ['/\\evil.example', null],
  ['/', null],
  ['/auth/error', null],
  ['/api/auth/signout', null],
  ['/threats/APK?q=1#x', '/threats/APK?q=1#x'],
  ['https://portal.example/home', '/home'],
])('the callback %s becomes %s', (callback, expected) => {
  expect(safeCallback(callback, 'https://portal.example')).toBe(expected)
})

test('a path belongs to an entry only if a slash follows the path of the entry', () => {
  expect(isUnder('/takedown/1', '/takedown')).toBe(true)
  expect(isUnder('/takedowns', '/takedown')).toBe(false)
})
