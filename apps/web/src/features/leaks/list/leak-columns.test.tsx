// @vitest-environment happy-dom
import type { Leak } from '@signet/contract/leaks/leaks'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { leakColumns } from './leak-columns.tsx'
import { show } from '../../../../test/show.tsx'

test('on phones, too, the severity of a leak is a word that can be seen', () => {
  const leak = { leakType: 'stealerLogs', hasPassword: true, addedAt: '2026-11-01T00:00:00Z' } as unknown as Leak
  const when = leakColumns('cards', undefined, false, undefined).find(({ key }) => key === 'when')
  show(when?.render(leak))
  expect(screen.getByText(/^(Critical|High|Medium|Low)$/).className).not.toContain('visually-hidden')
})

const rowText = (leak: Partial<Leak>) => {
  const name = leakColumns('cards', undefined, false, undefined).find(({ key }) => key === 'name')
  return show(name?.render({ username: 'a', entity: 'p', source: 'Forum', status: 'open', ...leak } as unknown as Leak))
    .container.textContent
}

test('on phones, too, a row says whether its password is usable, then where it was found', () => {
  expect(rowText({ leakType: 'comboLists', hasPassword: true, passwordKind: 'hashed' })).toBe(
    'aHashed · Forum · Combo lists',
  )
  expect(rowText({ leakType: 'comboLists', hasPassword: true })).toBe('aWith password · Forum · Combo lists')
  expect(rowText({ leakType: 'comboLists', hasPassword: false })).toBe('aNo password · Forum · Combo lists')
  expect(rowText({ leakType: 'documents', hasPassword: false })).toBe('aForum · Documents')
})

const cellText = (key: string, leak: Partial<Leak>) => {
  const column = leakColumns('full', undefined, false, undefined).find((one) => one.key === key)
  return show(column?.render({ username: 'a', entity: 'p', status: 'open', ...leak } as unknown as Leak)).container
    .textContent
}

test('a file has no address to be used at and no password, and its kind is below its name', () => {
  const file = { leakType: 'documents', hasPassword: false, docCategory: 'Network plans' } as const
  expect(cellText('used', file)).toBe('None')
  expect(cellText('password', file)).toBe('None')
  expect(cellText('name', file)).toBe('aDocuments · Network plans')
})

test('a sign-in without an address or password says so', () => {
  const signIn = { leakType: 'comboLists', hasPassword: false } as const
  expect(cellText('used', signIn)).toBe('Unknown')
  expect(cellText('password', signIn)).toBe('None')
})

test.each([
  ['meridian-network-plans-2026-11-a0e3.xlsx', '1-a0e3.xlsx'],
  ['a••••@mailbox.example', '@mailbox.example'],
])('a long name is cut before its end: %s', (entity, end) => {
  expect(cellText('name', { leakType: 'documents', username: entity })).toContain(entity)
  expect(screen.getByTitle(entity).lastElementChild?.textContent).toBe(end)
})
