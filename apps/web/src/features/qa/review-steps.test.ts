import { expect, test } from 'vitest'
import { bulkFailureText, correctionOf } from './review-steps.ts'

const threat = { severity: 'High', threatType: 'Phishing site' } as const

test('a draft that equals the threat sends no corrections', () => {
  expect(correctionOf(threat, {})).toBeNull()
  expect(correctionOf(threat, { severity: 'High', threatType: 'Phishing site', note: 'seen' })).toBeNull()
})

test('only changed values are sent as corrections', () => {
  expect(correctionOf(threat, { severity: 'Critical', threatType: 'Phishing site' })).toEqual({ severity: 'Critical' })
  expect(correctionOf(threat, { threatType: 'Parked look-alike' })).toEqual({ threatType: 'Parked look-alike' })
})

test('every code a bulk step can fail with has a text', () => {
  for (const code of ['CONFLICT', 'NOT_FOUND', 'REMARK_NEEDED', 'OWN_REQUEST', 'SOMETHING_NEW']) {
    expect(bulkFailureText(code)).toMatch(/\.$/)
  }
})
