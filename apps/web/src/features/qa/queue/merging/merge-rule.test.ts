import { expect, test } from 'vitest'
import { mergeRule } from './merge-rule.ts'

const waiting = {
  id: 'a',
  stage: 'queued',
  status: 'open',
  firstSeen: '2026-11-20T10:00:00Z',
  severity: 'Medium',
  score: 60,
  sightings: 1,
} as const
const older = { ...waiting, id: 'b', firstSeen: '2026-11-01T10:00:00Z' } as const
const published = { ...waiting, id: 'c', stage: 'published' } as const
const taken = { ...published, id: 'd', status: 'takedown' } as const

test('the more severe of two waiting threats is suggested, then the higher score, then the one seen more often', () => {
  expect(mergeRule({ ...waiting, severity: 'High' }, older).suggestedId).toBe('a')
  expect(mergeRule({ ...waiting, score: 61 }, older).suggestedId).toBe('a')
  expect(mergeRule({ ...waiting, sightings: 2 }, older).suggestedId).toBe('a')
})

test('of two equal waiting threats the older one is suggested, and either can be kept', () => {
  expect(mergeRule(waiting, older)).toMatchObject({ forcedId: null, suggestedId: 'b', isPossible: true })
})

test('a published threat is kept, whichever is older', () => {
  expect(mergeRule(older, published)).toMatchObject({ forcedId: 'c', suggestedId: 'c' })
})

test('a threat with a takedown is kept over one that is only published', () => {
  expect(mergeRule(published, taken)).toMatchObject({ forcedId: 'd', isPossible: true })
})

test("two threats with requested work can't be merged", () => {
  expect(mergeRule(taken, { ...taken, id: 'e' }).isPossible).toBe(false)
})
