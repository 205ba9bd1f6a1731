// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { draftedRemark, RemarkField } from './remark-field.tsx'
import { show } from '../../../../test/show.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ id: 'p-1', name: 'Ada Example', isStaff: false }])))
})
test('@ in the remark for a decision lists the people to mention, and the remark stays one line', async () => {
  show(
    <RecordsContext value={threatRecords}>
      <RemarkField threatId="t-1" />
    </RecordsContext>,
  )
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Remark' })
  fireEvent.change(field, { target: { value: 'See @a', selectionStart: 6, selectionEnd: 6 } })
  await screen.findByRole('option', { name: 'Ada Example' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(draftedRemark('t-1')).toEqual({ kind: 'custom', text: 'See @Ada Example' })
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
})
