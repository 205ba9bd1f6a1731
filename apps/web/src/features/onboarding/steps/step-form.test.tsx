// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../../../ui/feedback/messages/toasts.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { StepForm, useStepForm } from './step-form.tsx'

function ExampleStep({ save }: { save: (values: { name: string }) => Promise<void> }) {
  const form = useStepForm({
    initial: { name: 'Larkspur' },
    check: ({ name }) => ({ name: name === '' && 'Enter a name.' }),
    save,
  })
  return (
    <StepForm label="Example" form={form}>
      <InputField label="Name" {...form.field('name')} />
    </StepForm>
  )
}

test('a saved step shows a message; a wrong value is shown at its field and not sent', async () => {
  const save = vi.fn<(values: { name: string }) => Promise<void>>(async () => {})
  render(<ExampleStep save={save} />)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: '' } })
  fireEvent.submit(screen.getByRole('form', { name: 'Example' }))
  expect(screen.getByRole('alert').textContent).toBe('Enter a name.')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Umber' } })
  fireEvent.submit(screen.getByRole('form', { name: 'Example' }))
  await waitFor(() => expect(save.mock.calls).toEqual([[{ name: 'Umber' }]]))
  await waitFor(() => expect(toasts.current().map(({ text }) => text)).toEqual(['Saved']))
})
