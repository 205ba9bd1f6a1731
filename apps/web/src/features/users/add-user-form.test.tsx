// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { AddUserForm } from './add-user-form.tsx'

// The menu of the role isn't what this tests.
vi.mock('./role-preview.tsx', () => ({ RolePreview: () => null }))

const info = { company: 'bank', name: 'Bank', modules: [], sources: [] }

const ada = { id: 'u', name: 'Ada', email: 'ada@bank.example', role: 'client', company: 'bank', adminCompanies: [] }
const adasLink = 'http://localhost/auth/reset?token=secret&welcome=1'
const other = 'http://localhost/auth/reset?token=other&welcome=1'
const mailTo = (to: string, href: string) => ({
  id: to,
  to,
  subject: 'Invitation',
  text: `Hello,\n\nStart: ${href}\n\nBye`,
})
const mails = {
  items: [mailTo('Bob <bob@bank.example>', other), mailTo('Ada <ada@bank.example>', adasLink)],
  total: 2,
  pageNumber: 1,
  limit: 20,
}

async function open(isMailKept: boolean) {
  let asked = 0
  await signIn({ role: 'superAdmin' }, (path, { method = 'GET' }) => {
    if (method === 'POST') return Response.json(ada, { status: 201 })
    // The first answer comes before the email is kept.
    if (path.includes('/diagnostics/mails')) return Response.json({ ...mails, items: asked++ === 0 ? [] : mails.items })
    return Response.json(path.includes('/getCompanies') ? [info] : isMailKept ? { ...info, isMailKept } : info)
  })
  showPage(() => <AddUserForm onOpen={() => undefined} />)
}

test('the hint says that the invitation is sent', async () => {
  await open(false)
  await screen.findByText(/^We send the invitation here/)
})

test("without a mail server, the hint says where the invitation's link is", async () => {
  await open(true)
  const link = await screen.findByRole('link', { name: 'System health' })
  expect(link.closest('p')?.textContent).toContain('Later, the invitation link is in System health, under')
  expect(link.getAttribute('href')).toBe('/test#mails')
  expect(screen.queryByText(/^We send the invitation/)).toBeNull()
})

test('without a mail server, an invitation is created and its link is there to be copied', async () => {
  await open(true)
  await screen.findByText(/share its link yourself\.$/)
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ada.email } })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ada.name } })
  fireEvent.click(screen.getByRole('button', { name: 'Create invitation' }))
  await screen.findByText('Invitation link for ada@bank.example')
  await screen.findByText(adasLink, {}, { timeout: 10_000 })
  expect(screen.queryByText(other)).toBeNull()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(copied).toHaveBeenCalledWith(adasLink)
})
