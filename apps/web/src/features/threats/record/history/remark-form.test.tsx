// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { show, signIn } from '../../../../../test/show.tsx'
import { type AnyThreat, RecordsContext } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { RemarkForm } from './remark-form.tsx'

beforeEach(() => signIn({ role: 'client' }, () => Response.json([])))

test('the field for a remark on a threat that was decided on opens at its button', () => {
  show(
    <RecordsContext value={threatRecords}>
      <RemarkForm threat={{ id: 't-1', source: 'Domain', status: 'takedown' } as AnyThreat} />
    </RecordsContext>,
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add remark' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Add a remark' }))
})
