// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { snackbars } from './toasts.ts'
import { useUndo } from './use-undo.ts'

afterEach(() => {
  cleanup()
  for (const { messageId } of snackbars.current()) snackbars.close(messageId)
})
function start() {
  const undone: string[] = []
  const { begin, offer, last } = renderHook(() => useUndo<number>()).result.current
  const undo = (name: string) => () => undone.push(name)
  return { undone, begin, offer, last, undo }
}

test('the last step is undone first, each step once, and its message disappears', () => {
  const { undone, offer, last, undo } = start()
  offer(undo('a'), { text: 'A done' })
  offer(undo('b'), { text: 'B done' })
  const messages = snackbars.current()
  last()?.()
  expect(undone).toEqual(['b'])
  expect(
    snackbars
      .current()
      .filter(({ phase }) => phase !== 'closing')
      .map(({ text }) => text),
  ).toEqual(['A done'])
  messages.at(-1)?.action?.run()
  messages[0]?.action?.run()
  expect(undone).toEqual(['b', 'a'])
  expect(last()).toBeUndefined()
})

test('steps are undone by the order they were taken in, not by the order of the responses', () => {
  const { undone, begin, offer, last, undo } = start()
  const [first, second] = [begin(), begin()]
  offer(undo('second'), { order: second })
  offer(undo('first'), { order: first })
  last()?.()
  expect(undone).toEqual(['second'])
})

test('a step that cannot be undone stays the last one', () => {
  const { undone, offer, last, undo } = start()
  offer(undo('a'), {})
  offer(undo('final'), { isFinal: true })
  last()?.()
  last()?.()
  expect(undone).toEqual(['final', 'final'])
})
