import { describe, expect, test } from 'vitest'
import {
  analysisFlow,
  analysisStatusLabels,
  analysisSteps,
  analysisStatuses,
  type AnalysisReached,
} from './deeper-analyses.ts'

const letters = { completed: 'C', active: 'A', todo: '-', aborted: 'X' }
const reached = (...statuses: (keyof AnalysisReached)[]): AnalysisReached =>
  Object.fromEntries(statuses.map((status, day) => [status, `2026-01-0${day + 1}T00:00:00.000Z`]))

describe('the steps of a deeper analysis', () => {
  test.each<[keyof AnalysisReached, (keyof AnalysisReached)[], string]>([
    ['requested', ['requested'], 'CA--'],
    ['inProgress', ['requested', 'inProgress'], 'CCA-'],
    ['completed', ['requested', 'inProgress', 'completed'], 'CCCC'],
    ['aborted', ['requested', 'aborted'], 'CX--'],
    ['aborted', ['requested', 'inProgress', 'aborted'], 'CCX-'],
  ])('%s after %j is %s', (status, path, picture) => {
    const steps = analysisSteps(status, reached(...path))
    expect(steps.map(({ state }) => letters[state]).join('')).toBe(picture)
    expect(steps[0]?.at).toBe('2026-01-01T00:00:00.000Z')
  })

  test('are called like the statuses that reach them', () => {
    const labels = analysisSteps('requested', reached('requested')).map(({ label }) => label)
    const { requested, inProgress, completed } = analysisStatusLabels
    expect([labels[0], labels[2], labels[3]]).toEqual([requested, inProgress, completed])
  })

  test('a step whose work has begun says since when, one that is waited for says nothing', () => {
    expect(analysisSteps('inProgress', reached('requested', 'inProgress'))[2]?.at).toBe('2026-01-02T00:00:00.000Z')
    expect(analysisSteps('requested', reached('requested'))[1]).not.toHaveProperty('at')
  })

  test('say when an analysis was given up and that it was', () => {
    const steps = analysisSteps('aborted', reached('requested', 'aborted'))
    expect(steps[1]).toMatchObject({ state: 'aborted', note: 'Aborted', at: '2026-01-02T00:00:00.000Z' })
  })

  test('lead from every open status to an end, and from an end nowhere', () => {
    expect(analysisStatuses.filter((status) => analysisFlow[status].length === 0)).toEqual(['completed', 'aborted'])
    expect([...analysisFlow.requested]).not.toContain('completed')
  })
})
