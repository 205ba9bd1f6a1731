import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { errorStatus } from './errors/errors.ts'
import { qaFlow } from './review/qa.ts'
import { definitionOf } from './route.ts'
import { severities, severityOfRank, severityRank } from './threats/severities.ts'
import { RemarkInput, threatFlow, threatStatuses, decisions, decideThreats } from './threats/threats.ts'

describe('the decisions on a threat', () => {
  test('are made on an open one, and each leads back to open only', () => {
    expect(threatFlow.open).toEqual(['whitelist', 'falsePositive', 'takedown', 'deeperAnalysis'])
    for (const status of threatStatuses) if (status !== 'open') expect(threatFlow[status]).toEqual(['open'])
    expect(decisions).toEqual([...threatFlow.open, 'reopen'])
  })

  test('are made on what is published, which reviewers can only recall into the queue', () => {
    expect(qaFlow.published).toEqual(['queued'])
    expect(Object.entries(qaFlow).filter(([, next]) => (next as readonly string[]).includes('deleted'))).toEqual([
      ['deletionPending', ['deleted', 'queued']],
    ])
  })
})

test('a severity can be derived from its rank, most severe first', () => {
  expect(severities.map((name) => severityRank[name])).toEqual([4, 3, 2, 1])
  for (const name of severities) expect(severityOfRank(severityRank[name])).toBe(name)
})

const acceptsRemark = (remark: object) => z.safeParse(RemarkInput, remark).success

test('a custom remark needs words, a predefined one does not', () => {
  expect(acceptsRemark({ kind: 'Irrelevant' })).toBe(true)
  expect(acceptsRemark({ kind: 'custom', text: 'why' })).toBe(true)
  expect(acceptsRemark({ kind: 'custom', text: 'no' })).toBe(false)
  expect(acceptsRemark({ kind: 'custom', text: ' n ' })).toBe(false)
  expect(acceptsRemark({ kind: 'custom' })).toBe(false)
})

const acceptsSelection = (selection: object) =>
  z.safeDecode(definitionOf(decideThreats).body as z.ZodMiniType, { company: 'a', action: 'whitelist', selection })
    .success

test('a selection is ids or a filter, never both and never something else', () => {
  const ids = ['0b7d5c1e-5a51-4c6b-9f0e-0123456789ab']
  const filter = { filter: { threatSeverity: 'Low', source: 'Facebook' }, except: ids, expectedCount: 3 }
  expect(acceptsSelection({ ids })).toBe(true)
  expect(acceptsSelection(filter)).toBe(true)
  expect(acceptsSelection({ ids, ...filter })).toBe(false)
  expect(acceptsSelection({ ...filter, filter: { severity: 'Low' } })).toBe(false)
  expect(acceptsSelection({ filter: {}, except: [] })).toBe(false)
  expect(acceptsSelection({ ...filter, expectedCount: -1 })).toBe(false)
  expect(acceptsSelection({})).toBe(false)
})

test('a foreign or missing record returns 404, so that no planted link can sign a user out', () => {
  const codes = Object.entries(errorStatus)
  expect(codes.filter(([, status]) => status === 403).map(([code]) => code)).toEqual([
    'FORBIDDEN',
    'INVALID_REFRESH_TOKEN',
  ])
  expect(codes.filter(([, status]) => status === 401).map(([code]) => code)).toEqual(['UNAUTHENTICATED'])
  expect([errorStatus.COMPANY_NOT_FOUND, errorStatus.NOT_FOUND, errorStatus.MODULE_OFF]).toEqual([404, 404, 404])
})
