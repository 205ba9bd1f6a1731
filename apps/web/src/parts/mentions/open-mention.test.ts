import { expect, test } from 'vitest'
import { matchPeople, openMention, withMention } from './open-mention.ts'

const typedIn = (text: string) => openMention(text, text.length)?.typed

test('a mention opens with @ at the start or after a space or sign, and not in an email address', () => {
  expect(typedIn('@')).toBe('')
  expect(typedIn('Please look, @Ada Ex')).toBe('Ada Ex')
  expect(typedIn('(@ad')).toBe('ad')
  expect(typedIn('write to desk@meridian')).toBeUndefined()
  expect(typedIn('none here')).toBeUndefined()
  expect(typedIn('@ada\nnext line')).toBeUndefined()
  expect(typedIn('at @ noon')).toBeUndefined()
  expect(openMention('@ada', 0)).toBeNull()
})

test('people are found by the start of any part of their name, first names first', () => {
  const people = ['Ben Adair', 'Ada Example', 'Cleo Park'].map((name) => ({ name }))
  const found = (typed: string) => matchPeople(people, typed).map(({ name }) => name)
  expect(found('AD')).toEqual(['Ada Example', 'Ben Adair'])
  expect(found('ada ex')).toEqual(['Ada Example'])
  expect(found('')).toHaveLength(3)
  expect(found('Ada Example ')).toEqual([])
})

test('the chosen name replaces what was typed and leaves the rest of the text', () => {
  const text = 'Thanks @ad, please check.'
  const mention = openMention(text, 10)
  expect(mention && withMention(text, mention, 'Ada Example')).toEqual({
    text: 'Thanks @Ada Example , please check.',
    cursor: 20,
  })
  const spaced = 'Thanks @ad please'
  const open = openMention(spaced, 10)
  expect(open && withMention(spaced, open, 'Ada Example')).toEqual({ text: 'Thanks @Ada Example please', cursor: 20 })
})
