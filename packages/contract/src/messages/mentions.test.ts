import { expect, test } from 'vitest'
import { mentionedIn } from './mentions.ts'

const people = ['Ann', 'Ann Lee', 'Jürgen Müller', 'Ann Lee'].map((name, id) => ({ id, name }))
const idsIn = (text: string) => mentionedIn(text, people).map(({ id }) => id)

test('the longest name counts, whatever its case, and everyone of that name', () => {
  expect(idsIn('@ann, please look')).toEqual([0])
  expect(idsIn('Ask @Ann Lee!')).toEqual([1, 3])
  expect(idsIn('(@jürgen müller) and @Ann and @ann')).toEqual([2, 0])
})

test('a name counts whose lower case is longer than it is', () => {
  expect(mentionedIn('@İlke, please look', [{ name: 'İlke' }])).toHaveLength(1)
})

test('email addresses, other names and parts of names mention nobody', () => {
  for (const text of ['x@ann.example', '@Annabel', '@', 'Ann', '@Nobody']) expect(idsIn(text), text).toEqual([])
})
