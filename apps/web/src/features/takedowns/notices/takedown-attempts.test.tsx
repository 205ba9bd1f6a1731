// @vitest-environment happy-dom
import type { Attempt } from '@signet/contract/takedowns/attempts'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TakedownAttempts } from './takedown-attempts.tsx'
import { show, signIn } from '../../../../test/show.tsx'

const attempt = {
  id: 'notice',
  channel: 'registrar',
  way: 'email',
  purpose: 'request',
  recipient: 'abuse@registrar.example',
  status: 'unreleased',
  at: '2026-11-20T10:00:00Z',
  sentAt: null,
  hasNotice: true,
  writtenBy: 'somebody else',
} as unknown as Attempt
const takedown = { id: 'case', attempts: [attempt], events: [], nextStep: null } as unknown as TakedownDetail
const email = { to: attempt.recipient, subject: 'Phishing', text: 'Please act.', attachments: [] }

test('a second person sends a notice below its text, not from the list', async () => {
  const sent: string[] = []
  await signIn({ role: 'admin' }, (address, init) => {
    if (init?.method === 'POST') sent.push(address.replace(/\?.*/, ''))
    return Response.json(init?.method === 'POST' ? takedown : email)
  })
  show(<TakedownAttempts takedown={takedown} />)
  expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Read and send' }))
  const dialog = await screen.findByRole('dialog', { name: 'Notice' })
  await within(dialog).findByText('Please act.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send now' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual(['/api/rest/takedown/case/attempts/notice/send'])
})
