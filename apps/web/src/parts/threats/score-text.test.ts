// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { scoreText } from './score-text.ts'

test.each([
  [60, 'Low', '60 of 100 · Low is below 62'],
  [62, 'Medium', '62 of 100 · Medium is 62 or more'],
  [91.6, 'High', '92 of 100 · High is 78 or more'],
  [92, 'Critical', '92 of 100 · Critical is 92 or more'],
  [60, 'High', '60 of 100 · severity set separately'],
] as const)('a score of %d that is %s is shown as %s', (score, severity, text) => {
  expect(scoreText({ score, severity })).toBe(text)
})
