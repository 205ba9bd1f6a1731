import type { EmailTemplate } from '@signet/contract/email'
import { layOutMail } from '../mail/lay-out-mail.ts'
import type { Recipient } from '../notifications/recipients.queries.ts'

/** Templates for new emails. */
export const emailTemplates: readonly EmailTemplate[] = [
  { template: 'message', name: 'Message', subject: '', body: 'Dear {{name}},\n\n' },
  {
    template: 'incident',
    name: 'Incident notice',
    subject: 'An incident that concerns {{company}}',
    body: 'Dear {{name}},\n\nwe see a wave of threats against {{company}}. What we know so far:\n\n\n\nWe report again within four hours.',
  },
  {
    template: 'maintenance',
    name: 'Maintenance',
    subject: 'Planned maintenance',
    body: 'Dear {{name}},\n\nthe portal will not be available during the following time:\n\n\n\nMonitoring goes on; what is found meanwhile is shown afterwards.',
  },
  {
    template: 'report',
    name: 'Report available',
    subject: 'A new report for {{company}}',
    body: 'Dear {{name}},\n\na new report for {{company}} is available under Reports.',
  },
]

/** The email for one person: placeholders are filled in, every value as plain text. */
export function fillIn(words: { subject: string; body: string }, reader: Pick<Recipient, 'name' | 'company'>) {
  const values: Record<string, string> = { name: reader.name, company: reader.company }
  const fill = (text: string) =>
    text.replaceAll(/\{\{(name|company)\}\}/g, (_match, name: string) => values[name] as string)
  const subject = fill(words.subject)
  const paragraphs = fill(words.body)
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
  return { subject, ...layOutMail({ heading: subject, paragraphs }) }
}
