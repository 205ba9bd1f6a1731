import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/messages/email'
import type { BodyOf } from '@signet/contract/route'
import { sendEmailsJob } from './email.jobs.ts'
import type { Handler, IdentityHandler } from '../../app/handler.ts'
import type { IdentityContext } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { emailTemplates, fillIn } from './email-templates.ts'
import { recipientsOf, unknownCompanies, type Recipient, type Recipients } from '../notifications/recipients.queries.ts'
import { insertSending, sendingPage } from './email.queries.ts'
import { countMails } from '../notifications/sendings.queries.ts'

export const getEmailTemplates: Handler<typeof contract.getEmailTemplates> = async () => emailTemplates

type Email = BodyOf<typeof contract.sendEmail>

const audienceOf = ({ companies, users = [] }: Email): Recipients => (companies ? { companies } : { users })

async function recipientsFor(context: IdentityContext, body: Email): Promise<Recipient[]> {
  const { companies } = body
  const found = await context.identity(async (tx) => {
    const unknown = companies ? await unknownCompanies(tx, companies) : []
    return unknown.length > 0 ? null : recipientsOf(tx, audienceOf(body))
  })
  if (!found) throw new AppError('COMPANY_NOT_FOUND')
  return found
}

export const previewEmail: IdentityHandler<typeof contract.previewEmail> = {
  withIdentity: async (context, { body }) => {
    const recipients = await recipientsFor(context, body)
    const reader = recipients[0] ?? { name: context.actor.name, company: context.company.name }
    return { html: fillIn(body, reader).html, recipients: recipients.length }
  },
}

/** @throws AppError `BAD_REQUEST` if it would have no recipients */
export const sendEmail: IdentityHandler<typeof contract.sendEmail> = {
  withIdentity: async (context, { body }) => {
    const { length: recipients } = await recipientsFor(context, body)
    if (recipients === 0) throw new AppError('NO_RECIPIENTS')
    const sendingId = randomUUID()
    await insertSending(context.tx, {
      id: sendingId,
      template: body.template,
      subject: body.subject,
      body: body.body,
      audience: JSON.stringify(audienceOf(body)),
      by_name: context.actor.name,
      recipients,
    })
    await context.enqueue(context.tx, sendEmailsJob, { sendingId })
    await recordAudit(context, {
      action: 'email.sent',
      targetType: 'email',
      targetId: sendingId,
      after: { template: body.template, subject: body.subject, ...audienceOf(body), recipients },
    })
    return { sendingId, recipients }
  },
}

export const listSentEmails: Handler<typeof contract.listSentEmails> = async ({ tx, companies }, { query }) => {
  const page = await sendingPage(tx, query)
  const counts = await countMails(
    tx,
    companies.map(({ id }) => id),
    page.items.map(({ id }) => id),
  )
  return {
    ...page,
    items: page.items.map((item) => {
      const of = (...states: string[]) =>
        counts
          .filter(({ sending_id: id, state }) => id === item.id && states.includes(state))
          .reduce((sum, row) => sum + Number(row.count), 0)
      return {
        id: item.id,
        at: item.at.toISOString(),
        subject: item.subject,
        recipients: item.recipients,
        delivered: of('sent'),
        failed: of('failed', 'suppressed'),
        waiting: of('queued', 'sending'),
        unknown: of('unknown'),
      }
    }),
  }
}
