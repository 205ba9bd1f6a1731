// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { AnnouncementList } from './announcement-list.tsx'

const sent = {
  id: 'a',
  title: 'Two-factor authentication',
  body: 'Set yours up.',
  audience: { roles: ['admin'] },
  channels: ['bell'],
  from: '2026-11-20T09:24:00Z',
  to: null,
  state: 'delivered',
  deliveredAt: '2026-11-20T09:24:00Z',
  recipients: 14,
  failed: 0,
  isPaused: false,
  by: 'Sana Iqbal',
  version: 1,
}

const itemOf = async (title: string) => within((await screen.findByRole('heading', { name: title })).closest('li')!)
const buttonsOf = async (title: string) =>
  (await itemOf(title)).getAllByRole('button').map((button) => button.getAttribute('aria-label'))

test('a sent announcement only has its bin, an open one can be changed as well', async () => {
  const items = [sent, { ...sent, id: 'b', title: 'Maintenance', state: 'scheduled', deliveredAt: null }]
  await signIn({ role: 'superAdmin' }, (path) =>
    Response.json(path.includes('/notifications/manage') ? { items, total: 2, pageNumber: 1, limit: 20 } : []),
  )
  showPage(() => <AnnouncementList search={{}} onChange={() => undefined} />)
  expect(await buttonsOf(sent.title)).toEqual([`Delete: ${sent.title}`])
  expect(await buttonsOf('Maintenance')).toEqual(['Edit: Maintenance', 'Pause: Maintenance', 'Delete: Maintenance'])
  screen.getByText('14 people', { selector: 'span' })
})

test('without a mail server, an announcement by email says that its emails were not sent', async () => {
  const items = [
    { ...sent, channels: ['bell', 'mail'] },
    { ...sent, id: 'b', title: 'By email alone', channels: ['mail'] },
  ]
  await signIn({ role: 'superAdmin' }, (path) => {
    if (path.includes('/notifications/manage')) return Response.json({ items, total: 2, pageNumber: 1, limit: 20 })
    return Response.json(path.includes('/getCompanies') ? [] : { company: 'bank', name: 'Bank', isMailKept: true })
  })
  showPage(() => <AnnouncementList search={{}} onChange={() => undefined} />)
  const both = await itemOf(sent.title)
  await both.findByText('Email: not sent, no mail server is set up')
  both.getByText('In the portal: sent to 14 people')
  const alone = await itemOf('By email alone')
  alone.getByText('Not sent')
  expect(alone.queryByText('Sent')).toBeNull()
})
