import { expect, test } from 'vitest'
import { beginWalk, goOn, nextOf } from './walk.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

test('the way goes on below the row where it began, passes over what was skipped, and starts again at the end', () => {
  beginWalk(['a', 'b'])
  const seen: (string | undefined)[] = []
  for (let step = 0; step < 5; step += 1) {
    const next = nextOf(rows)
    seen.push(next?.id)
    if (next) goOn(next.id, rows)
  }
  expect(seen).toEqual(['c', 'd', 'a', 'b', 'c'])
})

test('what arrives above comes next', () => {
  beginWalk(['a'])
  expect(nextOf([{ id: 'urgent' }, ...rows])?.id).toBe('urgent')
  expect(nextOf([])).toBeUndefined()
})
