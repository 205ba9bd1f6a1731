import { expect, test } from 'vitest'
import { periodName, reportTitle, wordsOfPeriod } from './report-title.ts'

test.each([
  ['2026-10', 'October 2026'],
  ['2026-Q3', '3rd quarter 2026'],
  ['2026-W04', 'week 4 of 2026'],
  ['2026', '2026'],
  ['2026-10-05', '5 October 2026'],
  ['some day', 'some day'],
])('the period %s is called %s', (period, name) => {
  expect(periodName(period)).toBe(name)
})

test.each([
  ['meridian-threats-report-2026-10.pdf', 'monthly', '2026-10', 'Threats, October 2026'],
  ['takedowns_Q3.xlsx', 'quarterly', '2026-Q3', 'Takedowns, 3rd quarter 2026'],
  ['all of it.pdf', 'monthly', '2026-10', 'Monthly report, October 2026'],
  ['threats and takedowns.pdf', 'weekly', '2026-W41', 'Weekly report, week 41 of 2026'],
  ['The helpline of October.pdf', 'incident', '2026-10-05', 'The helpline of October'],
  ['board v1.2.pptx', 'other', '2026', 'board v1.2'],
] as const)('the title of %s of kind %s describes its content', (name, kind, period, title) => {
  expect(reportTitle({ name, kind, period })).toBe(title)
})

test.each([
  ['October 2026', '-10 2026'],
  ['threats, october', 'threats -10'],
  ['3rd quarter 2026', 'q3 2026'],
  ['4. Quartal', 'q4'],
  ['report.pdf', 'report.pdf'],
])('%s is searched as %s', (typed, expected) => {
  expect(wordsOfPeriod(typed)).toBe(expected)
})
