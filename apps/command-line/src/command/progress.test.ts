import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommonOptions } from './command.ts'
import { openProgress } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The options of a command, and what it has printed on standard error. */
function newTerminal(isTTY: boolean): { options: CommonOptions; printed: () => string } {
  let printed = ''
  const stderr = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        printed += String(chunk)
        done()
      },
    }),
    { isTTY },
  )
  const { stdin, stdout } = process
  return { options: { terminal: { stdin, stdout, stderr, env: {} } }, printed: () => printed }
}

test('on a terminal one line is updated, with the words of the work', () => {
  const { options, printed } = newTerminal(true)
  const progress = openProgress(options, 'Reading leaks.txt:')
  progress.at('12 bytes, 0 new leaks')
  progress.at('90 bytes, 1 new leaks')
  progress.end()
  expect(printed()).toContain('Reading leaks.txt: 90 bytes, 1 new leaks')
  expect(printed().match(/\n/g)).toHaveLength(1)
})

test('without a terminal nothing is printed', () => {
  const { options, printed } = newTerminal(false)
  openProgress(options, 'Reading leaks.txt:').at('12 bytes, 0 new leaks')
  expect(printed()).toBe('')
})
