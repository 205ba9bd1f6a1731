import { expect, test } from 'vitest'
import { keyName } from './shortcuts.ts'

const key = (name: string, held: Partial<KeyboardEvent> = {}) =>
  keyName({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('the name of a key includes the modifier keys pressed with it', () => {
  expect(key('j')).toBe('j')
  expect(key('J', { shiftKey: true })).toBe('Shift+j')
  expect(key('?', { shiftKey: true })).toBe('?')
  expect(key('k', { metaKey: true })).toBe('Ctrl+k')
  expect(key('ArrowDown', { shiftKey: true })).toBe('Shift+ArrowDown')
})
