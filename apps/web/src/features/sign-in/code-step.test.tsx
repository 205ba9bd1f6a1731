// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../test/show.tsx'
import { CodeStep } from './code-step.tsx'

const onPasskey = vi.fn<() => void>()
const onCode = vi.fn<(code: string) => void>()
const onSwitch = vi.fn<() => void>()
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const open = (of: { hasPasskey: boolean; onPasskey?: typeof onPasskey }) =>
  show(
    <CodeStep
      email="ada@bank.test"
      alert={null}
      isBusy={false}
      onPasskey={undefined}
      onCode={onCode}
      onSwitch={onSwitch}
      onBack={() => {}}
      {...of}
    />,
  )

test('a code is sent without the spaces around it, and one that is missing is named at its field', async () => {
  open({ hasPasskey: false })
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')))
  press('Sign in')
  await screen.findByText('Enter the code.')
  expect(onCode).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Verification code'), { target: { value: ' 123456 ' } })
  expect(screen.queryByText('Enter the code.')).toBeNull()
  press('Sign in')
  await vi.waitFor(() => expect(onCode).toHaveBeenCalledExactlyOnceWith('123456'))
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})

test('a recovery code has its own field, which starts empty and has the focus', async () => {
  open({ hasPasskey: false })
  fireEvent.change(screen.getByLabelText('Verification code'), { target: { value: '12' } })
  press('Use a recovery code')
  const field = screen.getByLabelText('Recovery code')
  expect(field).toHaveProperty('value', '')
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  // What was said about the code no longer applies.
  expect(onSwitch).toHaveBeenCalled()
})

test('an account with a passkey is offered it first, and a code in its place', async () => {
  open({ hasPasskey: true, onPasskey })
  const offered = screen.getByRole('button', { name: 'Sign in with a passkey' })
  await vi.waitFor(() => expect(document.activeElement).toBe(offered))
  fireEvent.click(offered)
  expect(onPasskey).toHaveBeenCalledOnce()
  press('Use a code')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')))
})

test('a browser that takes no passkeys asks for a code', () => {
  open({ hasPasskey: true })
  screen.getByLabelText('Verification code')
})
