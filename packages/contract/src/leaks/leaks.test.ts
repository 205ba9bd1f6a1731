import { expect, test } from 'vitest'
import {
  leakSeverity,
  leakTypeKeys,
  leakTypesBySeverity,
  type LeakType,
  type PasswordKind,
  type UrlType,
} from './leaks.ts'

const leak = (
  leakType: LeakType,
  more: { hasPassword?: boolean; isEmployee?: boolean; urlType?: UrlType; passwordKind?: PasswordKind } = {},
) => leakSeverity({ leakType, hasPassword: false, isEmployee: false, urlType: undefined, ...more })

test('a password is worse the more it opens', () => {
  expect(leak('comboLists', { hasPassword: true, isEmployee: true })).toBe('Critical')
  expect(leak('comboLists', { hasPassword: true, isEmployee: true, passwordKind: 'hashed' })).toBe('Medium')
  expect(leak('customerCredentials', { hasPassword: true, urlType: 'remoteAccess' })).toBe('Critical')
  expect(leak('stealerLogs', { hasPassword: true, urlType: 'page' })).toBe('High')
  expect(leak('customerCredentials', { hasPassword: true, urlType: 'signIn' })).toBe('Medium')
  expect(leak('employeeCredentials', { isEmployee: true })).toBe('Low')
})

test('a leak without a sign-in has the severity of its type', () => {
  expect(leak('sourceCode')).toBe('High')
  expect(leak('documents')).toBe('Medium')
})

test('every kind has its place among the worst', () => {
  expect([...leakTypesBySeverity].toSorted()).toEqual([...leakTypeKeys].toSorted())
})
