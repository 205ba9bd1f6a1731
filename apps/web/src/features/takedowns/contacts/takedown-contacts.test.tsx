// @vitest-environment happy-dom
import type { CaseContact, CaseContacts } from '@signet/contract/takedowns/abuse-contacts'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { cleanup, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { TakedownContacts } from './takedown-contacts.tsx'
import { showPage, signIn } from '../../../../test/show.tsx'

const contact = {
  role: 'host',
  name: 'Copperline',
  reason: 'nothingServed',
  subject: '203.0.113.7',
  recipient: 'abuse@copperline.example',
  replaces: null,
  origin: 'rdap',
  record: null,
  seenAt: '2026-11-20T10:00:00Z',
  bouncedAt: '2026-11-20T10:00:00Z',
  outcome: null,
  attempted: null,
} as unknown as CaseContact

async function open(
  attempted: CaseContact['attempted'],
  more: Partial<CaseContact> = {},
  attempts: Partial<TakedownDetail['attempts'][number]>[] = [],
) {
  const found = { contacts: [{ ...contact, attempted, ...more }], leftOut: [] } as unknown as CaseContacts
  await signIn({ role: 'admin' }, () => Response.json(found))
  showPage(() => <TakedownContacts takedown={{ id: 'case', attempts } as unknown as TakedownDetail} />)
  return (await screen.findByRole('listitem')).textContent
}

test('a contact says that its last message returned', async () => {
  expect(await open(null)).toContain('Last message returned')
})

test('a contact whose notice in the case returned says so once', async () => {
  const text = await open('bounced')
  expect(text).toContain('Not delivered')
  expect(text).not.toContain('Last message returned')
})

test('a notice that waits for the reader is called the same as among the notices', async () => {
  const { recipient } = contact
  const text = await open('unreleased', {}, [{ recipient, status: 'unreleased', writtenBy: 'somebody else' }])
  expect(text).toContain('Waiting for you')
})

test('a notice of the reader waits for a second person', async () => {
  const { recipient } = contact
  expect(await open('unreleased', {}, [{ recipient, status: 'unreleased', writtenBy: 'u' }])).toContain(
    'Waiting for a second person',
  )
})

test('the IP address of a server has the form that it has among the facts', async () => {
  expect(await open(null)).toContain('203.0.113.7')
})

test('a national CERT is listed with the fact that its country follows from', async () => {
  const cert = { role: 'cert', reason: 'nationalCert' } as const
  expect(await open(null, { ...cert, subject: '.fr' })).toContain(
    'Responsible for the country of the domain, which ends in .fr. Contact it',
  )
  cleanup()
  expect(await open(null, { ...cert, subject: '203.0.113.7 (FR)' })).toContain(
    'of the server 203.0.113.7 (FR). Contact it',
  )
})

test('a target that went offline and came back is said to have done both', async () => {
  const outcome = { total: 1, removed: 1, cameBack: 1, medianMs: 5000, standing: null }
  expect(await open('sent', { outcome })).toContain(
    '1 of 1 target went offline after our notices, within 5\u00A0s of our first notice to this contact, and 1 came back.',
  )
})

test('a target that stayed offline is not said to have come back', async () => {
  const outcome = { total: 1, removed: 1, cameBack: 0, medianMs: 5000, standing: null }
  expect(await open('sent', { outcome })).toMatch(/of our first notice to this contact\.(?! )/)
})

test('when targets count that are still online is said once for all contacts', async () => {
  const outcome = { total: 1, removed: 0, cameBack: 0, medianMs: null, standing: null }
  expect(await open('sent', { outcome })).not.toContain('still online')
  expect(screen.getAllByText('Targets still online count as not removed a week after their notice.')).toHaveLength(1)
})

test('a provider that usually acts is said to stand higher for it', async () => {
  const outcome = { total: 6, removed: 4, cameBack: 0, medianMs: 5000, standing: 'acts' } as const
  expect(await open(null, { outcome })).toContain("Usually acts, so it's ranked higher: 4 of 6 targets went offline")
})

test('a contact with a form of its own gets a form, others a notice', async () => {
  await open(null)
  screen.getByRole('button', { name: 'Prepare notice to Copperline' })
  cleanup()
  await open(null, { name: 'Safe Browsing', role: 'blockList', recipient: 'https://lists.example/report' })
  expect(screen.getByRole('button', { name: 'Prepare form for Safe Browsing' }).textContent).toBe('Prepare form')
})

test('a link to the contacts leads to them although they arrive after it was followed', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => {
    scrolled.mockRestore()
    window.location.hash = ''
  })
  await open(null)
  expect(scrolled).not.toHaveBeenCalled()
  cleanup()
  window.location.hash = '#contacts'
  await open(null)
  expect(scrolled.mock.contexts).toEqual([document.getElementById('contacts')])
})
