// @vitest-environment happy-dom
import type { PaletteSearch } from '../../navigation/palette.ts'
import { expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { signIn } from '../../../test/show.tsx'
import { found } from './palette.ts'

const source = required(found[0], 'a source')
const search = (more: Partial<PaletteSearch>): PaletteSearch => ({
  role: 'superAdmin',
  company: 'bank',
  text: 'peo',
  hasScreen: () => true,
  signal: new AbortController().signal,
  ...more,
})

test('the list of people is found by its name, and a person by what the server finds', async () => {
  const asked: string[] = []
  await signIn({ role: 'superAdmin' }, (path) => {
    asked.push(path)
    const items = path.includes('=ada') ? [{ id: 'u1', name: 'Ada Brook' }] : []
    return Response.json({ items, total: items.length, pageNumber: 1, limit: 8 })
  })
  expect(await source.find(search({ text: ' Peo' }))).toEqual([
    { key: 'people', label: 'People', kind: 'Add User', href: '/addUser?view=people' },
  ])
  expect(await source.find(search({ text: 'ada' }))).toEqual([
    { key: 'user u1', label: 'Ada Brook', kind: 'People', href: '/addUser?view=people&id=u1' },
  ])
  expect(asked.at(-1)).toContain('limit=8')
})

test('people are searched only for those who manage them and have the page', () => {
  expect(source.isFor(search({}))).toBe(true)
  expect(source.isFor(search({ hasScreen: (path) => path !== '/addUser' }))).toBe(false)
  expect(source.isFor(search({ role: 'clientPeeker' }))).toBe(false)
})
