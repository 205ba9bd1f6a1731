// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { MailKeptNote } from './mail-kept-note.tsx'

const open = async (areInvitations: boolean) => {
  const info = { company: 'bank', name: 'Bank', modules: [], sources: [], isMailKept: true }
  await signIn({ role: 'superAdmin' }, () => Response.json(info))
  showPage(() => <MailKeptNote areInvitations={areInvitations} />)
  return await screen.findByText(/^Email isn't set up/)
}

test('without a mail server, the note says who passes on the links of invitations, and where the links are', async () => {
  const note = await open(true)
  expect(note.textContent).toContain('so share the links yourself. They are in System health under')
  expect(screen.getByRole('link', { name: 'System health' }).getAttribute('href')).toBe('/test#mails')
})

test('without a mail server, the note of other emails says that they are not sent', async () => {
  expect((await open(false)).textContent).toContain('emails are saved on this server and not sent')
})
