import { takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import { expect, test } from 'vitest'
import { entriesOf, entryOf, kindOf } from './takedown-entries.ts'

const event = (action: string, text: string, remark?: string) => ({
  id: 'e1',
  at: '2026-11-18T09:00:00Z',
  by: 'Priya Nair',
  action,
  text,
  ...(remark ? { remark } : {}),
})

test('notices, replies, checks and messages are different kinds', () => {
  expect(kindOf(event('takedown.moved', 'Notice sent'))).toBe('notices')
  expect(kindOf(event('takedown.attemptAdded', 'Notice written'))).toBe('notices')
  expect(kindOf(event('takedown.moved', 'Acknowledged'))).toBe('replies')
  expect(kindOf(event('takedown.moved', 'Offline, watched'))).toBe('checks')
  expect(kindOf(event('takedown.written', 'Message'))).toBe('messages')
  expect(kindOf(event('takedown.requested', 'Takedown requested'))).toBe('all')
  // Authorisations and stored records aren't checks.
  expect(kindOf(event('takedown.moved', 'Authorised'))).toBe('all')
  expect(kindOf(event('evidence.preserved', 'Evidence preserved'))).toBe('all')
})

test('a message is quoted in full, a note of our team is plain text', () => {
  expect(entryOf(event('takedown.written', 'Message', 'How does it stand?'))).toMatchObject({
    title: 'Message by Priya Nair',
    quote: 'How does it stand?',
  })
  expect(entryOf(event('takedown.moved', 'Acknowledged', 'CloudNest: “We look into it.”'))).toMatchObject({
    quote: 'CloudNest: “We look into it.”',
    tone: 'accent',
  })
  expect(entryOf(event('takedown.moved', 'Notice sent', 'To the host'))).toMatchObject({ text: 'To the host' })
})

const marksOf = (actions: readonly string[]) => new Set(actions.map((action) => entryOf(event(action, '')).tone))

test('the mark of what happened outside or moved the case is filled, that of our preparation is hollow', () => {
  const prepared = [
    'attemptAdded',
    'reminderWritten',
    'escalationWritten',
    'noticeReleased',
    'formAdded',
    'replyDecided',
  ]
  const internal = ['mailAssigned', 'fileAdded', 'packMade', 'written', 'attemptChanged', 'noFurtherContact']
  expect(marksOf([...prepared, ...internal].map((action) => `takedown.${action}`))).toEqual(new Set(['plain']))
  const sent = ['noticeSent', 'abuseReportTaken', 'formSubmitted', 'replyReceived', 'autoReplyReceived', 'checked']
  expect(marksOf(sent.map((action) => `takedown.${action}`))).toEqual(new Set(['accent']))
  expect(marksOf(['takedown.noticeFailed', 'takedown.bounceReceived'])).toEqual(new Set(['stopped']))
  const moved = [
    'authorised',
    'submitted',
    'acknowledged',
    'escalated',
    'offline_monitoring',
    'resolved',
    'refused',
  ] as const
  expect(
    moved.map((status) => takedownStatusLabels[status]).map((text) => entryOf(event('takedown.moved', text)).tone),
  ).not.toContain('plain')
})

test('a remark of the product is built from its words in the current language', () => {
  const words = { reason: 'ATTEMPT', parameters: { channel: 'Registrar', recipient: 'abuse@registrar.example' } }
  const sent = { ...event('takedown.noticeSent', 'Notice sent', 'Registrar, abuse@registrar.example'), words }
  expect(entryOf(sent)).toMatchObject({ text: 'Registrar, abuse@registrar.example' })
})

test('what the provider did is not said to be done by who recorded it', () => {
  const parameters = { channel: 'Platform', recipient: 'WhatsApp', answer: 'Your report is being reviewed.' }
  const answered = {
    ...event('takedown.attemptChanged', 'Notice updated'),
    words: { reason: 'ATTEMPT_ANSWERED', parameters },
  }
  expect(entryOf(answered)).toMatchObject({
    title: 'Reply from WhatsApp, recorded by Priya Nair',
    tone: 'accent',
  })
  expect(entryOf({ ...answered, by: null })).toMatchObject({ title: 'Reply from WhatsApp' })
  expect(entryOf(event('takedown.moved', 'Acknowledged')).title).toBe('Acknowledged, recorded by Priya Nair')
  expect(entryOf(event('takedown.moved', 'Authorised')).title).toBe('Authorised by Priya Nair')
  expect(entryOf(event('takedown.attemptChanged', 'Notice updated')).title).toBe('Notice updated by Priya Nair')
})

const shown = (events: Parameters<typeof entryOf>[0][], attempts: unknown[] = []) =>
  entriesOf({ events, attempts } as unknown as Parameters<typeof entriesOf>[0])

test('a notice that was sent and the move of the case by it are one entry', () => {
  const recipient = { reason: 'ATTEMPT', parameters: { channel: 'Registrar', recipient: 'abuse@registrar.example' } }
  const accepted = { reason: 'TAKEDOWN_SUBMITTED', parameters: { way: 'email' } }
  const product = { by: null }
  const handed = event('takedown.noticeSent', 'Notice handed to the mail server', 'Registrar, abuse@registrar.example')
  const sent = { ...handed, ...product, words: recipient }
  const escalated = event('takedown.moved', 'Escalated', 'The mail server accepted the notice')
  const moved = { ...escalated, ...product, id: 'e2', words: accepted }
  const text = 'Registrar, abuse@registrar.example · The mail server accepted the notice'
  expect(shown([sent, moved])).toMatchObject([{ id: 'e2', title: 'Escalated', text }])
  // A later one is another notice.
  const later = { ...moved, at: '2026-11-18T09:05:00Z' }
  expect(shown([sent, later])).toMatchObject([{ id: 'e1' }, { id: 'e2' }])
  expect(shown([sent])).toMatchObject([{ title: 'Notice handed to the mail server' }])
  const host = {
    ...sent,
    remark: 'Hosting provider, abuse@registrar.example',
    words: { ...recipient, parameters: { ...recipient.parameters, channel: 'Hosting provider' } },
  }
  const escalation = { purpose: 'escalation', channel: 'Hosting provider', recipient: 'abuse@registrar.example' }
  expect(shown([host], [escalation])).toMatchObject([{ text: 'Network of the host, abuse@registrar.example' }])
  expect(shown([host], [])).toMatchObject([{ text: 'Hosting provider, abuse@registrar.example' }])
})
