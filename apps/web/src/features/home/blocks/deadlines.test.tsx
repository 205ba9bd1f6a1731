// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Deadlines } from './deadlines.tsx'

vi.mock('../../../session/use-session.ts', () => ({ useUser: () => ({ role: 'client' }) }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const kept = { open: 2, overdue: 0, met: 3, metLater: 1, missed: 0, medianMs: null }
const answers: Record<string, object> = {
  getTakedownFigures: {
    running: 5,
    overdue: 0,
    removed: 8,
    removedInTime: 7,
    targetHours: { Critical: 6, High: 24, Medium: 48, Low: 100 },
  },
  getDueDatesForDeeperAnalysis: { ...kept, dueHours: { Critical: 12, High: 30, Medium: 72, Low: 96 } },
  getDueDatesForRequests: {
    ...kept,
    dueHours: { threat: 48, takedown: 48, analysis: 48, report: 48, question: 48, other: 48 },
  },
}

const open = (isDown = false) => {
  vi.stubGlobal('fetch', (path: string) => {
    const answer = Object.entries(answers).find(([name]) => path.includes(name))?.[1]
    return isDown || !answer ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json(answer))
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Deadlines company="bank" rangeDays={30} />
    </QueryClientProvider>,
  )
}

test('the deadlines name what the company was promised', async () => {
  open()
  await screen.findByText('6 to 100 hours, by severity')
  await screen.findByText('1 to 4 days, by severity')
  await screen.findByText('2 days')
  expect(screen.getAllByText('3 of 4')).toHaveLength(2)
})

test('promises that could not be loaded are unknown, not the usual ones', async () => {
  open(true)
  expect((await screen.findAllByText('Unknown')).length).toBeGreaterThan(0)
  expect(screen.queryByText(/by severity/)).toBeNull()
})
