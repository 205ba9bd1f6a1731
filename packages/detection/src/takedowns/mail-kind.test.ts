import { describe, expect, test } from 'vitest'
import { kindOfMail, type MailFacts } from './mail-kind.ts'

const mail = (more: Partial<MailFacts> = {}): MailFacts => ({
  from: 'abuse@harbor.example',
  subject: 'Re: Abuse report',
  text: 'The page is gone.',
  headers: {},
  parts: [],
  ...more,
})
const report = (action: string, extra = '') =>
  [
    'Reporting-MTA: dns; mx.harbor.example',
    '',
    'Final-Recipient: rfc822; Abuse@Harbor.example',
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1',
    '  user unknown',
    extra,
  ].join('\r\n')
const status = (text: string) => ({ type: 'message/delivery-status', text })

describe('the kind of an email', () => {
  test('is an answer unless something says otherwise', () => {
    expect(kindOfMail(mail()).kind).toBe('answer')
    expect(kindOfMail(mail({ headers: { 'auto-submitted': 'no' } })).kind).toBe('answer')
    expect(kindOfMail(mail({ subject: 'Delivery of your parcel failed?' })).kind).toBe('answer')
    // Ticket systems ask for no automatic reply to what a person wrote.
    expect(kindOfMail(mail({ headers: { 'x-auto-response-suppress': 'All' } })).kind).toBe('answer')
  })

  test.each([
    { headers: { 'auto-submitted': 'auto-replied' } },
    { headers: { 'auto-submitted': 'auto-generated; comment=x' } },
    { headers: { precedence: 'bulk' } },
    { headers: { 'return-path': '<>' } },
    { subject: 'Out of Office: Abuse report' },
    { subject: 'Automatische Antwort: Abuse report' },
    { subject: 'Réponse automatique : Abuse report' },
  ])('is automatic by its headers or subject: %j', (more) => expect(kindOfMail(mail(more)).kind).toBe('automatic'))

  test('is a bounce by a delivery report, which names the address, the code and the returned email', () => {
    const parts = [
      status(report('failed')),
      { type: 'text/rfc822-headers', text: 'From: x\nMessage-ID: <c1.abc@sender.example>\n' },
    ]
    expect(kindOfMail(mail({ from: 'mailer-daemon@mx.example', parts }))).toEqual({
      kind: 'bounce',
      bounce: {
        recipients: ['abuse@harbor.example'],
        status: '5.1.1',
        reason: '550 5.1.1 user unknown',
      },
      returnedIds: ['c1.abc@sender.example'],
    })
  })

  test('is a bounce by the code alone if the report names no action', () => {
    const plain = report('').replace('Action: \r\n', '')
    expect(kindOfMail(mail({ parts: [status(plain)] }))).toMatchObject({
      kind: 'bounce',
      bounce: { recipients: ['abuse@harbor.example'], status: '5.1.1' },
    })
    const later = plain.replace('Status: 5.1.1', 'Status: 4.4.1')
    expect(kindOfMail(mail({ parts: [status(later)] })).kind).toBe('automatic')
  })

  test('is a bounce by its text if the report names no recipient', () => {
    const parts = [status('Reporting-MTA: dns; mx.harbor.example\r\n')]
    const text = 'abuse@harbor.example\n550 5.1.1 user unknown'
    const returned = { from: 'mailer-daemon@mx.example', subject: 'Undelivered Mail Returned to Sender', text }
    expect(kindOfMail(mail({ ...returned, parts }))).toMatchObject({
      kind: 'bounce',
      bounce: { recipients: ['abuse@harbor.example'], status: '5.1.1' },
    })
    expect(kindOfMail(mail({ parts })).kind).toBe('automatic')
  })

  test('is a bounce by a report with international addresses', () => {
    const parts = [{ type: 'message/global-delivery-status', text: report('failed') }]
    expect(kindOfMail(mail({ parts })).kind).toBe('bounce')
  })

  test('is automatic when the delivery is only delayed, or was successful', () => {
    for (const action of ['delayed', 'delivered', 'relayed']) {
      expect(kindOfMail(mail({ parts: [status(report(action))] }))).toEqual({
        kind: 'automatic',
        bounce: null,
        returnedIds: [],
      })
    }
    const delayed = { from: 'mailer-daemon@mx.example', subject: 'Warning: message delayed, delivery failed so far' }
    expect(kindOfMail(mail(delayed)).kind).not.toBe('bounce')
  })

  test.each([
    [
      'qmail',
      {
        from: 'mailer-daemon@mx.example',
        subject: 'failure notice',
        text: 'Hi. This is the qmail-send program.\n\n<abuse@harbor.example>:\n550 5.7.1 rejected\n\n--- Below\nMessage-ID: <c2.x@sender.example>',
      },
      { status: '5.7.1', reason: '550 5.7.1 rejected' },
    ],
    [
      'Exim',
      {
        from: 'postmaster@mx.example',
        subject: 'Mail delivery failed: returning message to sender',
        headers: { 'x-failed-recipients': 'abuse@harbor.example' },
        text: 'host mx said: 550 unknown user',
      },
      { status: null, reason: 'host mx said: 550 unknown user' },
    ],
    [
      'a German provider',
      {
        from: 'mailer-daemon@post.example',
        subject: 'Unzustellbar: Abuse report',
        text: 'abuse@harbor.example\n552 5.2.2 Postfach voll',
      },
      { status: '5.2.2', reason: '552 5.2.2 Postfach voll' },
    ],
  ])('is a bounce without a report for programs: %s', (_name, more, bounce) => {
    const found = kindOfMail(mail(more))
    expect(found).toMatchObject({ kind: 'bounce', bounce: { recipients: ['abuse@harbor.example'], ...bounce } })
  })

  test('takes no long time for a long line', () => {
    const text = `${'a'.repeat(50_000)}\n${'message-id: '.repeat(4000)}`
    expect(kindOfMail(mail({ from: 'postmaster@x.example', subject: 'failure notice', text })).kind).toBe('bounce')
  })
})
