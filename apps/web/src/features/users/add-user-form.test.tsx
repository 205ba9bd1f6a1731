// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { AddUserForm } from './add-user-form.tsx'

// The menu of the role isn't what this tests.
vi.mock('./role-preview.tsx', () => ({ RolePreview: () => null }))

const info = { company: 'bank', name: 'Bank', modules: [], sources: [] }

async function open(isMailKept: boolean) {
  await signIn({ role: 'superAdmin' }, (path) =>
    Response.json(path.includes('/getCompanies') ? [info] : isMailKept ? { ...info, isMailKept } : info),
  )
  showPage(() => <AddUserForm onOpen={() => undefined} />)
}

test('the hint says that the invitation is sent', async () => {
  await open(false)
  await screen.findByText(/^We send the invitation here/)
})

test("without a mail server, the hint says where the invitation's link is", async () => {
  await open(true)
  const link = await screen.findByRole('link', { name: 'System health' })
  expect(link.closest('p')?.textContent).toContain('The invitation link is in System health, under')
  expect(link.getAttribute('href')).toBe('/test#mails')
  expect(screen.queryByText(/^We send the invitation/)).toBeNull()
})
