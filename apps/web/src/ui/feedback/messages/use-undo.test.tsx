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
  const { take, offer, undoLast } = renderHook(() => useUndo<number>()).result.current
  const undo = (name: string) => () => undone.push(name)
  return { undone, take, offer, undoLast: () => undoLast(() => undone.push('none')), undo }
}

test('the last step is undone first, each step once, and its message disappears', async () => {
  const { undone, offer, undoLast, undo } = start()
  offer(undo('a'), { text: 'A done' })
  offer(undo('b'), { text: 'B done' })
  const messages = snackbars.current()
  await undoLast()
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
  await undoLast()
  expect(undone).toEqual(['b', 'a', 'none'])
})

test('steps are undone by the order they were taken in, not by the order of the responses', async () => {
  const { undone, take, offer, undoLast, undo } = start()
  const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const steps = responses.map(({ promise }, at) =>
    take(async (order) => {
      await promise
      offer(undo(at === 0 ? 'first' : 'second'), { order })
    }),
  )
  for (const { resolve } of responses.toReversed()) resolve()
  await Promise.all(steps)
  await undoLast()
  expect(undone).toEqual(['second'])
})

test('a step without its response yet is undone once it has one, not an earlier step in its place', async () => {
  const { undone, take, offer, undoLast, undo } = start()
  offer(undo('first'), {})
  const response = Promise.withResolvers<void>()
  const second = take(async (order) => {
    await response.promise
    offer(undo('second'), { order })
  })
  const pressed = [undoLast(), undoLast(), undoLast()]
  response.resolve()
  await Promise.all([second, ...pressed])
  expect(undone).toEqual(['second', 'first', 'none'])
})

const open = () => snackbars.current().filter(({ phase }) => phase !== 'closing')

test('steps of the same kind share a message, which undoes all of them, newest first', async () => {
  const { undone, offer, undoLast, undo } = start()
  const join = { key: 'publish', textOf: (count: number) => `${count} published` }
  offer(undo('a'), { text: 'A published', join })
  expect(open().map(({ text }) => text)).toEqual(['A published'])
  offer(undo('b'), { text: 'B published', join })
  offer(undo('c'), { text: 'C published', join })
  expect(open().map(({ text }) => text)).toEqual(['3 published'])
  await undoLast()
  expect(open().map(({ text }) => text)).toEqual(['2 published'])
  offer(undo('d'), { text: 'D watched', join: { key: 'watch', textOf: String } })
  // The messages of other tests may still be fading.
  await expect.poll(() => open().map(({ text }) => text)).toEqual(['2 published', 'D watched'])
  open()[0]?.action?.run()
  await expect.poll(() => undone).toEqual(['c', 'b', 'a'])
  expect(open().map(({ text }) => text)).toEqual(['D watched'])
})
