// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { hourMs } from '@signet/contract/time'
import { expect, test } from 'vitest'
import { useNow } from './use-now.ts'

test('the time is never before the data that it is compared with arrived', () => {
  const { result, rerender } = renderHook(({ at }) => useNow(at), { initialProps: { at: 0 } })
  const opened = result.current
  const arrived = opened.getTime() + hourMs
  rerender({ at: arrived })
  expect(result.current.getTime()).toBe(arrived)
  rerender({ at: opened.getTime() - hourMs })
  expect(result.current).toBe(opened)
})
