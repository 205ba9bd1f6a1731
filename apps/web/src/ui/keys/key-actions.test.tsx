// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { changedKeys, fixedKeys, keyActions, keyOf } from './key-actions.ts'
import { listeningKeys, setKeys, shortcutOf, useShortcuts, type Shortcuts } from './shortcuts.ts'

afterEach(() => setKeys(false, {}))

const press = (key: string, more: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

function listen(shortcuts: Shortcuts, words?: Record<string, string>) {
  function Listener() {
    useShortcuts(shortcuts, words)
    return null
  }
  return render(<Listener />)
}

test('no two actions share a key', () => {
  const keys = [...keyActions, ...fixedKeys].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(keyActions.map(({ action }) => action)).size).toBe(keyActions.length)
})

test('the server can store the name of every action', () => {
  for (const { action } of keyActions) expect(action).toMatch(/^[\w:.-]{1,60}$/)
})

test('a reassigned key triggers its new action, and the old key does nothing', () => {
  const takedown = vi.fn<() => void>()
  const publish = vi.fn<() => void>()
  const { unmount } = listen({ t: takedown, p: publish })
  setKeys(false, changedKeys({ takedown: 'q' }))
  press('t')
  expect(takedown).not.toHaveBeenCalled()
  press('q')
  expect(takedown).toHaveBeenCalledOnce()
  press('p')
  expect(publish).toHaveBeenCalledOnce()
  unmount()
})

test('two keys can be swapped', () => {
  setKeys(false, changedKeys({ takedown: 'd', deeperAnalysis: 't' }))
  expect([shortcutOf('t'), shortcutOf('d')]).toEqual(['d', 't'])
})

test.each([
  ['t', null],
  ['Shift+j', null],
  ['?', null],
  ['/', null],
  ['Enter', 'Enter'],
  ['Escape', 'Escape'],
  ['ArrowDown', 'ArrowDown'],
  ['Delete', 'Delete'],
  ['Ctrl+k', 'Ctrl+k'],
  ['Alt+c', 'Alt+c'],
])('with single-key shortcuts off, %s triggers %s', (pressed, meant) => {
  setKeys(true, {})
  expect(shortcutOf(pressed)).toBe(meant)
})

test('the sheet lists the active keys with the texts of the page', () => {
  const { unmount } = listen({ j: () => undefined, r: () => undefined }, { r: 'Restore' })
  expect([...listeningKeys()]).toEqual([
    ['j', undefined],
    ['r', 'Restore'],
  ])
  unmount()
  expect(listeningKeys().size).toBe(0)
})

test('an action has its default key until another is set', () => {
  const takedown = keyActions.find(({ action }) => action === 'takedown')
  if (!takedown) throw new Error('no such action')
  expect(keyOf(takedown, {})).toBe('t')
  expect(keyOf(takedown, { takedown: 'q' })).toBe('q')
})
