// @vitest-environment happy-dom
import { openRequestStatuses } from '@signet/contract/requests/requests'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newQueryClient, showPage, signIn } from '../../../test/show.tsx'
import { AddRequestPage, ReportThreatPage } from './add-request-page.tsx'
import { badges } from './badge.ts'

const sentence = /your role can't add them\. Users of .+, admins and sub-admins can\./

test('a role that only reads requests sees who can add one, and has no form', async () => {
  await signIn({ role: 'subAdminPeekerTwo', adminCompanies: ['bank'] }, () =>
    Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 }),
  )
  showPage(() => <AddRequestPage />)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a row ends its status line with its age, and the switch of the order says what it is', async () => {
  const request = {
    id: 'r',
    kind: 'takedown',
    subject: 'A signed letter',
    status: 'waiting',
    steps: [{ key: 'sent', label: 'Sent', state: 'active' }],
    due: { on: '2026-01-05', state: 'overdue' },
    updatedAt: '2026-01-02T00:00:00Z',
    messageCount: 3,
    assignedTo: { id: 'u', name: 'Sofia' },
  }
  await signIn({ role: 'subAdminPeekerTwo', adminCompanies: ['bank'] }, () =>
    Response.json({ items: [request], total: 1, pageNumber: 1, limit: 20 }),
  )
  showPage(() => <AddRequestPage />)
  const row = (await screen.findByRole('link', { name: 'A signed letter' })).closest('li')
  const [status, details] = [...(row?.children ?? [])].slice(1)
  expect(status?.lastElementChild?.querySelector('time')).toBeTruthy()
  expect(status?.textContent).toContain('Waiting for the client')
  expect([...(details?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Takedown support',
    '3 messages',
    'Overdue since 5 January 2026',
    'Handled by Sofia',
  ])
  expect(screen.getByText('Sort').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByRole('group', { name: 'Sort requests by' })).toBeTruthy()
})

test('the badge of staff counts the statuses of the list of open requests', async () => {
  const asked: string[] = []
  await signIn({ role: 'admin', adminCompanies: ['bank'] }, (path) => {
    asked.push(decodeURIComponent(path))
    return Response.json({ items: [], total: 3, pageNumber: 1, limit: 1 })
  })
  const [badge] = badges
  const count = badge && (await newQueryClient().fetchQuery(badge.query('bank', 'u')))
  expect(count).toBe(3)
  expect(asked.at(-1)).toContain(`status=${openRequestStatuses.join(',')}`)
})

test('the page that takes reports of threats lists those, whatever else was requested', async () => {
  const asked: string[] = []
  await signIn({ role: 'client' }, (path) => {
    asked.push(decodeURIComponent(path))
    return Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 })
  })
  showPage(() => <ReportThreatPage />)
  await screen.findByRole('region', { name: 'Reported threats' })
  await screen.findByText(/No requests yet/)
  const lists = asked.filter((path) => path.includes('/requests?'))
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.every((path) => path.includes('kind=threat'))).toBe(true)
  expect(screen.getByRole('heading', { name: 'Add threats' })).toBeTruthy()
})

test('the files of a report are a labelled group like the other fields, with no heading of their own', async () => {
  await signIn({ role: 'client' }, () => Response.json({ items: [], total: 0, pageNumber: 1, limit: 20 }))
  showPage(() => <ReportThreatPage />)
  expect(await screen.findByRole('group', { name: 'Files (optional)' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Files (optional)' })).toBeNull()
})
