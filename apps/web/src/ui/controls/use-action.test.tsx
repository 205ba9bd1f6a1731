// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { snackbars } from '../feedback/messages/toasts.ts'
import { useAction } from './use-action.ts'

const refusal = new ApiError('This takedown is closed.', { code: 'CONFLICT', status: 409 })
const lastMessage = () => snackbars.current().at(-1)?.text

test('a second click while a call runs sends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const call = vi.fn<() => Promise<void>>(() => promise)
  const { result } = renderHook(() => useAction(call))
  act(() => {
    result.current.run()
    result.current.run()
  })
  expect(result.current.isBusy).toBe(true)
  await act(async () => {
    resolve()
    await promise
  })
  expect(call).toHaveBeenCalledTimes(1)
  expect(result.current.isBusy).toBe(false)
})

test('a failed call is shown with its reason, and the follow-up still runs', async () => {
  const settled = vi.fn<() => void>()
  const { result } = renderHook(() =>
    useAction(() => Promise.reject(refusal), { failed: (reason) => `It was not moved. ${reason}`, settled }),
  )
  await act(async () => result.current.run())
  expect(lastMessage()).toBe('It was not moved. This takedown is closed.')
  expect(settled).toHaveBeenCalledTimes(1)
  expect(result.current.isBusy).toBe(false)
})

test('a failure that the caller shows causes no message and disappears at the next attempt', async () => {
  const call = vi.fn<() => Promise<void>>(async () => {}).mockRejectedValueOnce(refusal)
  const { result } = renderHook(() => useAction(call, { isInline: true }))
  const before = snackbars.current().length
  await act(async () => result.current.run())
  expect(result.current.problem).toBe('This takedown is closed.')
  expect(snackbars.current()).toHaveLength(before)
  await act(async () => result.current.run())
  expect(result.current.problem).toBeNull()
})
