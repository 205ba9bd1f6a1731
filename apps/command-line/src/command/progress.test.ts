import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommonOptions } from './command.ts'
import { openProgress, openProgressOrLines } from './progress.ts'

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

test('without a terminal, progress is silent or prints a line for each new subject, at most every five seconds', () => {
  const { options, printed } = newTerminal(false)
  openProgress(options, 'Reading leaks.txt:').at('12 bytes, 0 new leaks')
  expect(printed()).toBe('')
  const progress = openProgressOrLines(options, 'Loading:')
  progress.at('Meridian Bank, threats', 'Meridian Bank')
  vi.advanceTimersByTime(6000)
  progress.at('Meridian Bank, leaks', 'Meridian Bank')
  progress.at('Kestrel Rail, threats', 'Kestrel Rail')
  vi.advanceTimersByTime(4000)
  progress.at('Larkspur Lottery, threats', 'Larkspur Lottery')
  vi.advanceTimersByTime(1000)
  progress.at('Public feed watch, threats', 'Public feed watch')
  progress.end()
  expect(printed()).toBe(
    'Loading: Meridian Bank, threats\nLoading: Kestrel Rail, threats\nLoading: Public feed watch, threats\n',
  )
})

test('on a terminal, the lines are one that is updated', () => {
  const { options, printed } = newTerminal(true)
  const progress = openProgressOrLines(options, 'Loading:')
  progress.at('Meridian Bank, threats', 'Meridian Bank')
  progress.at('Meridian Bank, leaks', 'Meridian Bank')
  progress.end()
  expect(printed()).toContain('Loading: Meridian Bank, leaks')
  expect(printed().match(/\n/g)).toHaveLength(1)
})
