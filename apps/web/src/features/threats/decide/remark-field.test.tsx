// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type AnyThreat, RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { draftedRemark, RemarkField } from './remark-field.tsx'
import { show, signIn } from '../../../../test/show.tsx'

const threat = { id: 't-1', source: 'Domain', status: 'open' } as AnyThreat
const sent: unknown[] = []

beforeEach(() =>
  signIn({ role: 'client' }, (path, { method, body }) => {
    if (method === 'POST') sent.push([path.split('?')[0], typeof body === 'string' ? JSON.parse(body) : null])
    return Response.json([{ id: 'p-1', name: 'Ada Example', isStaff: false }])
  }),
)

test('@ in the remark for a decision lists the people to mention, and the remark stays one line', async () => {
  show(
    <RecordsContext value={threatRecords}>
      <RemarkField threat={threat} />
    </RecordsContext>,
  )
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Remark' })
  fireEvent.change(field, { target: { value: 'See @a', selectionStart: 6, selectionEnd: 6 } })
  await screen.findByRole('option', { name: 'Ada Example' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(draftedRemark('t-1')).toEqual({ kind: 'custom', text: 'See @Ada Example' })
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
})

test('a remark can be saved without a decision, which empties the field', async () => {
  show(
    <RecordsContext value={threatRecords}>
      <RemarkField threat={{ ...threat, id: 't-2' }} />
    </RecordsContext>,
  )
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Remark' })
  expect(screen.queryByRole('button', { name: 'Save only the remark' })).toBeNull()
  fireEvent.change(field, { target: { value: ' Ask the branch. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save only the remark' }))
  await waitFor(() => expect(field.value).toBe(''))
  expect(sent).toEqual([['/api/rest/threats/Domain/t-2/remarks', { kind: 'custom', text: 'Ask the branch.' }]])
  expect(draftedRemark('t-2')).toBeUndefined()
})
