import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'

export const examples: Examples = {
  async rows(tx, { company, marker }) {
    await tx
      .insertInto('mails')
      .values({
        company_id: company.id,
        id: randomUUID(),
        template: marker,
        once: null,
        sending_id: null,
        from_name: null,
        from_address: null,
        to_name: marker,
        to_address: 'x@test.example',
        subject: marker,
        text: marker,
        html: null,
        error: null,
        sending_at: null,
        ended_at: null,
      })
      .execute()
    await tx
      .insertInto('mail_suppressions')
      .values({
        company_id: company.id,
        address: 'x@test.example',
        reason: JSON.stringify({ reason: marker, parameters: {} }),
        until: new Date(),
      })
      .execute()
    const caught = { from_text: marker, to_text: marker, subject: marker, text: marker, html: marker }
    await tx
      .insertInto('caught_mails')
      .values({ ...caught, company_id: company.id, id: randomUUID(), mail_id: randomUUID(), raw: Buffer.from(marker) })
      .execute()
  },
}
