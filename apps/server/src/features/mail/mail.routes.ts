import type * as contract from '@signet/contract/messages/mail'
import type { Handler } from '../../app/handler.ts'
import { caughtPage } from './mails.queries.ts'

export const listCaughtMails: Handler<typeof contract.listCaughtMails> = async ({ tx, companies }, { query }) => {
  const keys = new Map(companies.map(({ id, key }) => [id, key]))
  const page = await caughtPage(tx, [...keys.keys()], query)
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      company: keys.get(row.company_id) ?? '',
      at: row.at.toISOString(),
      from: row.from_text,
      to: row.to_text,
      subject: row.subject,
      text: row.text,
      html: row.html,
    })),
  }
}
