import type { Evidence } from '@signet/contract/threats/threats'
import { expect, test } from 'vitest'
import { eventOf, takenTogether } from './taken-together.ts'

const piece = (id: string, capturedAt: string, more: Partial<Evidence> = {}): Evidence => ({
  id,
  kind: 'capture',
  name: id,
  sha256: id,
  size: 1,
  type: 'image/png',
  capturedAt,
  href: '',
  ...more,
})

const event = (id: string, at: string, action = 'threat.captured') => ({ id, at, by: null, action, text: '' })

test('pictures of one capture belong together, records and uploads to none', () => {
  const taken = takenTogether([
    piece('later', '2026-11-18T12:00:00Z'),
    piece('phone', '2026-11-18T09:02:00Z'),
    piece('desk', '2026-11-18T09:00:00Z'),
    piece('page', '2026-11-18T09:00:00Z', { type: 'text/html' }),
    piece('photo', '2026-11-18T09:00:00Z', { kind: 'upload' }),
  ])
  expect(taken.map(({ at, pictures }) => [at, pictures.map(({ id }) => id)])).toEqual([
    ['2026-11-18T09:00:00Z', ['desk', 'phone']],
    ['2026-11-18T12:00:00Z', ['later']],
  ])
})

test('a capture has the event that ended it, and only that', () => {
  const history = [
    event('request', '2026-11-18T09:00:00Z', 'threat.captureRequested'),
    event('end', '2026-11-18T09:03:00Z'),
    event('next', '2026-11-18T12:00:00Z'),
  ]
  const [first] = takenTogether([piece('desk', '2026-11-18T09:00:00Z')])
  const [other] = takenTogether([piece('desk', '2026-11-17T09:00:00Z')])
  expect(first && eventOf(first, history)?.id).toBe('end')
  expect(other && eventOf(other, history)).toBeUndefined()
})
