// @vitest-environment happy-dom
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { InputField, SelectField } from './field.tsx'
import { FormProblem } from './form-section.tsx'
import { useForm } from './use-form.ts'

const initial = { name: '', day: '', colour: '' as '' | 'red' | 'blue' }
type Values = typeof initial

function ExampleForm({
  save,
  explain,
}: {
  save: (values: Values) => Promise<unknown>
  explain?: (error: unknown) => string
}) {
  const form = useForm({
    initial,
    check: ({ name }) => ({ name: name.trim() === '' && 'Enter a name.', day: name === 'today' ? null : undefined }),
    save,
    ...(explain ? { explain } : {}),
  })
  return (
    <form {...form.props} aria-label="Example">
      <InputField label="Name" {...form.field('name')} />
      <InputField label="Day" {...form.field('day')} />
      <SelectField
        label="Colour"
        all={['red', 'blue']}
        labelOf={(one) => one.toUpperCase()}
        none={['', 'None']}
        {...form.field('colour')}
      />
      <FormProblem>{form.problems.form}</FormProblem>
      <output>{form.isChanged ? 'changed' : 'as it was'}</output>
      <button type="submit" disabled={form.isBusy}>
        Save
      </button>
      <button type="button" onClick={() => form.reset()}>
        Discard
      </button>
    </form>
  )
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.submit(screen.getByRole('form'))
const refusal = (path: string) =>
  new ApiError('Refused.', {
    code: 'BAD_REQUEST',
    status: 400,
    details: [{ path, reason: 'TEXT_TOO_SHORT', parameters: { min: 3 }, message: 'Enter at least 3 characters.' }],
  })

test('a wrong value is shown at its field, which gets the focus, and nothing is sent', async () => {
  const save = vi.fn<() => Promise<void>>(async () => {})
  render(<ExampleForm save={save} />)
  submit()
  expect(screen.getByRole('alert').textContent).toBe('Enter a name.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  expect(save).not.toHaveBeenCalled()
  type('Name', 'Larkspur')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refused value is shown at the field that the server names, otherwise for the whole form', async () => {
  const save = vi.fn<() => Promise<void>>()
  save.mockRejectedValueOnce(refusal('body.day')).mockRejectedValueOnce(refusal('body.other'))
  render(<ExampleForm save={save} />)
  type('Name', 'Larkspur')
  submit()
  await waitFor(() => expect(screen.getByLabelText('Day').getAttribute('aria-invalid')).toBe('true'))
  submit()
  await waitFor(() => expect(screen.getByLabelText('Day').getAttribute('aria-invalid')).toBeNull())
  expect(screen.getByRole('alert').textContent).toBe('Enter at least 3 characters.')
})

test('a form can explain a refusal in its own words', async () => {
  render(<ExampleForm save={() => Promise.reject(refusal('body.day'))} explain={() => 'Reload and try again.'} />)
  type('Name', 'Larkspur')
  submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Reload and try again.')
})

test('a second submit during the first sends nothing, and the values of the first are sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const save = vi.fn<(values: Values) => Promise<void>>(() => promise)
  render(<ExampleForm save={save} />)
  type('Name', 'Larkspur')
  type('Colour', 'blue')
  submit()
  submit()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await act(async () => {
    resolve()
    await promise
  })
  expect(save.mock.calls).toEqual([[{ name: 'Larkspur', day: '', colour: 'blue' }]])
})

test('another request with the same values, such as a test, shows a refusal at the same fields', async () => {
  const save = vi.fn<() => Promise<void>>(async () => {})
  const sendTest = vi.fn<(values: { day: string }) => Promise<void>>().mockRejectedValueOnce(refusal('body.day'))
  const { result } = renderHook(() => useForm({ initial: { day: 'today' }, save }))
  await act(async () => result.current.submit(sendTest))
  expect(sendTest.mock.calls).toEqual([[{ day: 'today' }]])
  expect(result.current.problems.fields).toEqual({ day: 'Enter at least 3 characters.' })
  expect(save).not.toHaveBeenCalled()
})

test('a form tells whether it was changed, and resets to its initial values', () => {
  render(<ExampleForm save={async () => {}} />)
  expect(screen.getByText('as it was')).toBeTruthy()
  type('Day', '2026-11-20')
  submit()
  expect(screen.getByText('changed')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByText('as it was')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
