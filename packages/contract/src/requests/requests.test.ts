import { describe, expect, test } from 'vitest'
import { requestSteps, requestStatuses, type RequestReached, type RequestStatus } from './requests.ts'

const letters = { completed: 'C', active: 'A', todo: '-', aborted: 'X' }
const reached = (...statuses: RequestStatus[]): RequestReached =>
  Object.fromEntries(statuses.map((status, day) => [status, `2026-01-0${day + 1}T00:00:00.000Z`]))

describe('the steps of a request', () => {
  test.each<[RequestStatus, RequestStatus[], string]>([
    ['open', ['open'], 'CA--'],
    ['inProgress', ['open', 'inProgress'], 'CCA-'],
    ['waiting', ['open', 'waiting'], 'CCA-'],
    ['inProgress', ['open', 'done', 'inProgress'], 'CCA-'],
    ['done', ['open', 'done'], 'CCCC'],
    ['done', ['open', 'inProgress', 'done'], 'CCCC'],
    ['declined', ['open', 'declined'], 'CX--'],
    ['declined', ['open', 'inProgress', 'declined'], 'CCX-'],
  ])('%s after %j is %s', (status, path, picture) => {
    const steps = requestSteps(status, reached(...path))
    expect(steps.map(({ state }) => letters[state]).join('')).toBe(picture)
    expect(steps.map(({ label }) => label)).toEqual(['Sent', 'Accepted', 'In progress', 'Done'])
    expect(steps[0]?.at).toBe('2026-01-01T00:00:00.000Z')
  })

  test('say since when it is worked on, and who declined it says so', () => {
    expect(requestSteps('waiting', reached('open', 'inProgress', 'waiting'))[2]?.at).toBe('2026-01-02T00:00:00.000Z')
    expect(requestSteps('open', reached('open'))[1]).not.toHaveProperty('at')
    expect(requestSteps('declined', reached('open', 'declined'))[1]).toMatchObject({
      note: 'Declined',
      at: '2026-01-02T00:00:00.000Z',
    })
  })

  test('exist for every status', () => {
    for (const status of requestStatuses) expect(requestSteps(status, reached('open', status))).toHaveLength(4)
  })
})
