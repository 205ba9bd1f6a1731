// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { logMessage, logMessagesOf, loggedMessages } from './message-log.ts'

const texts = () => loggedMessages().map(({ text }) => text)

beforeEach(() => {
  logMessagesOf(null)
  localStorage.clear()
  vi.useRealTimers()
})

test('the messages of a user are kept for the next visit, newest first', () => {
  logMessagesOf('ada')
  logMessage({ text: 'first', isFailure: false })
  logMessage({ text: 'second', isFailure: true })
  logMessagesOf(null)
  expect(texts()).toEqual([])
  logMessagesOf('ada')
  expect(texts()).toEqual(['second', 'first'])
})

test('messages of one user are not shown to another', () => {
  logMessagesOf('ada')
  logMessage({ text: 'for ada', isFailure: false })
  logMessagesOf('bob')
  expect(texts()).toEqual([])
})

test('a message is deleted after thirty days', () => {
  vi.useFakeTimers({ now: new Date('2026-10-01T10:00:00Z') })
  logMessagesOf('ada')
  logMessage({ text: 'old', isFailure: false })
  vi.setSystemTime(new Date('2026-10-30T10:00:00Z'))
  logMessage({ text: 'young', isFailure: false })
  expect(texts()).toEqual(['young', 'old'])
  vi.setSystemTime(new Date('2026-10-31T10:00:01Z'))
  logMessagesOf(null)
  logMessagesOf('ada')
  expect(texts()).toEqual(['young'])
})

test('at most two hundred messages are kept', () => {
  logMessagesOf('ada')
  for (let index = 0; index < 230; index++) logMessage({ text: String(index), isFailure: false })
  expect(texts()).toHaveLength(200)
  expect(texts()[0]).toBe('229')
})

test('messages stored by another version are ignored', () => {
  localStorage.setItem('signet.messages.ada', 'not json')
  logMessagesOf('ada')
  expect(texts()).toEqual([])
})

test('entries that are not messages are ignored', () => {
  const at = new Date().toISOString()
  const message = { id: 'a', text: 'stored', at, isFailure: false }
  localStorage.setItem('signet.messages.ada', JSON.stringify([null, { id: 'b', at }, message]))
  logMessagesOf('ada')
  expect(texts()).toEqual(['stored'])
  logMessagesOf(null)
  localStorage.setItem('signet.messages.ada', JSON.stringify(message))
  logMessagesOf('ada')
  expect(texts()).toEqual([])
})
