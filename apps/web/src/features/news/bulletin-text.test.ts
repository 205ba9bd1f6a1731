import { expect, test } from 'vitest'
import { kindOf, paragraphsOf, tagsOf, topicsOf } from './bulletin-text.ts'

test('an empty line starts a new paragraph, a single line break does not', () => {
  expect(paragraphsOf('One\nstill one\n\n \n\nTwo ')).toEqual(['One\nstill one', 'Two'])
})

test('tags are separated by commas and kept once', () => {
  expect(tagsOf(' Mail, mail ,, Sign-in ')).toEqual(['Mail', 'Sign-in'])
})

test('the kind is a separate tag, the others are topics', () => {
  expect(kindOf(['Mail', 'fixed'])).toBe('Fixed')
  expect(kindOf(['Mail'])).toBeUndefined()
  expect(topicsOf(['New', 'Mail'])).toEqual(['Mail'])
})
