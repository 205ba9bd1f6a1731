// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { snackbars, toasts } from '../../ui/feedback/messages/toasts.ts'
import { directRowsMax } from '@signet/contract/reports/exports'
import { useActivityFile } from './use-activity-file.ts'

let sent: string[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${path.split('?')[0]}`)
    return Promise.resolve(Response.json(method === 'GET' ? { items: [], total: 0, pageNumber: 1, limit: 200 } : {}))
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
const exportOf = async (total: number, tab?: 'bookmark') => {
  const { result } = renderHook(() => useActivityFile('bank', tab ? { tab } : {}, total))
  await act(async () => result.current.run())
}

test('a short list is saved immediately, a long one by a job', async () => {
  await exportOf(3)
  expect(sent.some((one) => one.startsWith('POST'))).toBe(false)
  expect(toasts.current().at(-1)?.text).toContain('0')
  await exportOf(directRowsMax + 1)
  expect(sent.some((one) => one.startsWith('POST'))).toBe(true)
  expect(snackbars.current()).not.toEqual([])
})

test('bookmarks are saved immediately, no matter how many there are', async () => {
  await exportOf(directRowsMax + 1, 'bookmark')
  expect(sent.some((one) => one.startsWith('POST'))).toBe(false)
})
