// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'
import { show } from '../../../test/show.tsx'

test('a search is cleared by its button, which keeps the focus in the field', () => {
  const onChange = vi.fn<(text: string | undefined) => void>()
  show(<SearchField label="Search threats" value="bank" onChange={onChange} />)
  const field = screen.getByLabelText<HTMLInputElement>('Search threats')
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(onChange.mock.calls).toEqual([[undefined]])
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
})
