import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'

export const examples: Examples = {
  async rows(tx, { company, base, marker }) {
    const entry = {
      by_name: null,
      by_email: null,
      by_role: null,
      ip: null,
      before: null,
      after: null,
      request_id: null,
    }
    await tx
      .insertInto('audit')
      .values({
        ...entry,
        company_id: company.id,
        id: randomUUID(),
        user_id: null,
        action: marker,
        target_type: 'threat',
        target_id: base.threat_id,
      })
      .execute()
  },
}
