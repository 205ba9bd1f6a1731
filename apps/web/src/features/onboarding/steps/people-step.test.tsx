// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { PeopleStep } from './people-step.tsx'
import type { StepProps } from './step-form.tsx'

async function open(isMailKept: boolean) {
  const invited: unknown[] = []
  await signIn({ role: 'superAdmin' }, (path, { method = 'GET', body }) => {
    if (method === 'POST') {
      invited.push(JSON.parse(typeof body === 'string' ? body : ''))
      return Response.json({ id: 'u' }, { status: 201 })
    }
    if (path.includes('/client/getClientInfo')) return Response.json({ company: 'bank', name: 'Bank', isMailKept })
    if (path.includes('/onboarding')) return Response.json([])
    return Response.json({ items: [], total: 0, pageNumber: 1, limit: 200 })
  })
  const props = { company: { key: 'bank', name: 'Bank' }, onNext: () => undefined } as StepProps
  showPage(() => <PeopleStep {...props} />)
  fireEvent.change(await screen.findByRole('textbox', { name: /^People/ }), { target: { value: 'Ada <ada@x.test>' } })
  return invited
}
const messages = () => snackbars.current().map(({ text }) => text)

test('without a mail server, invitations are created, and nothing says that an email is sent', async () => {
  const invited = await open(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Create invitations' }))
  await waitFor(() => expect(messages()).toContain('1 invitation created'))
  expect(invited).toMatchObject([{ name: 'Ada', email: 'ada@x.test', role: 'client', company: 'bank' }])
  screen.getByText('Each person gets a link to set a password.')
  expect(document.body.textContent).not.toMatch(/queue an email|Send invitations/)
})

test('with a mail server, invitations are sent, and the list says whether each one was', async () => {
  await open(false)
  fireEvent.click(await screen.findByRole('button', { name: 'Send invitations' }))
  await waitFor(() => expect(messages()).toContain('1 person invited'))
  screen.getByText(/We queue an email for each person/)
})
