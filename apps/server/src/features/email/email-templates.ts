import { emailTemplateNames, type EmailTemplate } from '@signet/contract/messages/email'
import { messageOf } from '../../errors/sentences.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import type { Recipient } from '../notifications/recipients.queries.ts'

const placeholders = { name: '{{name}}', company: '{{company}}' }

/** Templates for new emails. */
export const emailTemplates = emailTemplateNames.map((template): EmailTemplate => ({
  template,
  name: messageOf('EMAIL_TEMPLATE_NAME', { template }),
  subject: messageOf('EMAIL_TEMPLATE_SUBJECT', { template, company: placeholders.company }),
  body: messageOf('EMAIL_TEMPLATE_BODY', { template, ...placeholders }),
}))

/** The email for one person: placeholders are filled in, every value as plain text. */
export function fillIn(words: { subject: string; body: string }, reader: Pick<Recipient, 'name' | 'company'>) {
  const values: Record<string, string> = { name: reader.name, company: reader.company }
  const fill = (text: string) =>
    text.replaceAll(/\{\{(name|company)\}\}/g, (_match, name: string) => values[name] ?? '')
  const subject = fill(words.subject)
  const paragraphs = fill(words.body)
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
  return { subject, ...layOutMail({ locale: null, heading: subject, paragraphs }) }
}
