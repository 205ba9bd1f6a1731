// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { show, signIn } from '../../../../../test/show.tsx'
import { type AnyThreat, RecordsContext } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { RemarkForm } from './remark-form.tsx'

beforeEach(() => signIn({ role: 'client' }, () => Response.json([])))

test.each([
  ['open', 'Remark without a decision'],
  ['takedown', 'Add a remark'],
] as const)('the field for a remark on a threat with the status %s opens at its button as “%s”', (status, label) => {
  show(
    <RecordsContext value={threatRecords}>
      <RemarkForm threat={{ id: 't-1', source: 'Domain', status } as AnyThreat} />
    </RecordsContext>,
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: status === 'open' ? label : 'Add remark' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: label }))
})
