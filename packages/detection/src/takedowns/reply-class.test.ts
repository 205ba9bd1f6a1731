import { describe, expect, test } from 'vitest'
import { classifyReply, type ReplyPhrases } from './reply-class.ts'
import { builtInReplyRules } from './reply-rules.ts'

const classOf = (text: string) => classifyReply(text, 'abuse@harbor.example', builtInReplyRules)

describe('an answer is', () => {
  test.each([
    'Hello,\n\nwe have received your report and assigned it the number 4711.\n\nKind regards',
    'Thank you for your report. We will investigate.',
    'Sehr geehrte Damen und Herren,\n\nwir haben Ihre Meldung erhalten und prüfen den Sachverhalt.',
    'Bonjour, nous avons bien reçu votre signalement.',
    'Your complaint has been forwarded to our customer, who has 24 hours to react.',
  ])('acknowledged: %j', (text) => expect(classOf(text).class).toBe('acknowledged'))

  test.each([
    'Could you provide a screenshot of the page?',
    'Thank you for your report. We need more information: please send us the full headers.',
    'Bitte teilen Sie uns die vollständige URL mit.',
    'Merci de nous fournir une copie du certificat de marque.',
  ])('a question: %j', (text) => expect(classOf(text).class).toBe('question'))

  test.each([
    'Thank you for your report. The domain has been suspended.',
    'After review, the content has been removed by our\ncustomer.',
    'We have received your report.\n\nWe have disabled the account. Ticket closed.',
    'Die Domain wurde gesperrt.',
    'Le nom de domaine a été suspendu.',
    'El dominio ha sido suspendido.',
  ])('done: %j', (text) => expect(classOf(text).class).toBe('done'))

  test.each([
    'We are not the registrar of this domain.',
    'The site is not hosted by us, please contact its provider.',
    'We reviewed the page; it does not violate our terms of service.',
    'Leider können wir Ihrer Bitte nicht entsprechen.',
    'We require a court order to act on this.',
  ])('refused: %j', (text) => expect(classOf(text).class).toBe('refused'))

  test.each([
    '',
    'Hello, see below.',
    'Once the domain has been suspended you will get an email.',
    'You will hear from us if the page was removed.',
    'The first page has been removed. The second does not violate our terms.',
    'The account has been suspended. Please send us your bank details.',
    'On Mon, 1 Nov 2026, Signet wrote:\n> The domain has been suspended.',
    'See below.\n\n-----Original Message-----\nThe domain has been suspended.',
    'Am 01.11.2026 um 10:00 schrieb Signet <s@sender.example>:\nDie Domain wurde gesperrt.',
  ])('uncertain: %j', (text) => expect(classOf(text).class).toBeNull())
})

test('an answer below the quoted notice counts', () => {
  expect(classOf('On Mon, 1 Nov 2026, Signet wrote:\n> Please act.\n\nThe domain has been suspended.').class).toBe(
    'done',
  )
})

test('shows the sentence that decided as it was written', () => {
  const text = 'Hello,\n\nyour report was useful. The domain login-bank.example\nhas been SUSPENDED today. Bye.'
  expect(classOf(text)).toEqual({
    class: 'done',
    sentence: 'The domain login-bank.example has been SUSPENDED today.',
    ruleId: 'done',
  })
})

test('rules of a provider come before general ones, for its addresses only', () => {
  const rule: ReplyPhrases = { id: 'own', provider: 'harbor.example', class: 'done', phrases: ['state * closed'] }
  const text = 'We have received your report. State: closed.'
  const by = (from: string) => classifyReply(text, from, [...builtInReplyRules, rule]).ruleId
  expect([by('a@harbor.example'), by('a@mail.harbor.example'), by('a@notharbor.example')]).toEqual([
    'own',
    'own',
    'acknowledged',
  ])
})

test('a gap in a phrase stays within a sentence and sixty characters', () => {
  const rule: ReplyPhrases = { id: 'own', provider: null, class: 'done', phrases: ['ticket * closed'] }
  const of = (text: string) => classifyReply(text, null, [rule]).class
  expect(of('The ticket 12 is closed')).toBe('done')
  expect(of('The ticket is open. It was closed before')).toBeNull()
  expect(of(`The ticket ${'x'.repeat(61)} closed`)).toBeNull()
})
