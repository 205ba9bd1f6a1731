// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useQueueState } from './use-queue-state.ts'
import type { QaRecord } from '../qa-kind.ts'

const threatOf = (id: string, version = 1) => ({ id, version, source: 'Domain', title: `${id}.test` }) as QaRecord
const client = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
function queueOf(items: QaRecord[]) {
  const { result, rerender } = renderHook((now: QaRecord[]) => useQueueState('bank', 'threat', now), {
    wrapper,
    initialProps: items,
  })
  return { now: () => result.current, shown: () => result.current.shown.map(({ id }) => id), rerender }
}

test('a threat that left the queue is hidden until it returns with a higher version', () => {
  const { now, shown, rerender } = queueOf([threatOf('a'), threatOf('b')])
  act(() => now().hide(['a'], Number.POSITIVE_INFINITY))
  expect(shown()).toEqual(['b'])
  act(() => now().hide(['a'], 2))
  rerender([threatOf('a', 2), threatOf('b')])
  expect(shown()).toEqual(['b'])
  rerender([threatOf('a', 3), threatOf('b')])
  expect(shown()).toEqual(['a', 'b'])
})

test('a refused step brings the threat back with its reason, until the next step', () => {
  const { now, shown } = queueOf([threatOf('a')])
  act(() => now().hide(['a'], Number.POSITIVE_INFINITY))
  act(() => {
    now().showAgain(['a'])
    now().showFailure(threatOf('a'), 'a[.]test was not published.')
  })
  expect(shown()).toEqual(['a'])
  expect(now().failures.get('a')).toBe('a[.]test was not published.')
  expect(now().announcement).toBe('a[.]test was not published.')
  act(() => now().forgive(['a']))
  expect(now().failures.size).toBe(0)
})

test('before the counts are loaded, announcements count the threats shown', () => {
  const { now } = queueOf([threatOf('a'), threatOf('b')])
  act(() => now().announce('Published c[.]test'))
  expect(now().announcement).toBe('Published c[.]test, 2 waiting')
})
