import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld } from '../../../test/harness.ts'

export const examples: Examples = {
  inputs: {
    changeContactRule: async ({ role }) => {
      const { rows } = await theWorld().database.pool.query<{ id: string }>(
        `insert into abuse_contacts (recipient, email, role, name, origin, seen_at)
         values ($1, $1, 'host', 'A host', 'rdap', now()) returning id`,
        [`abuse-${role.toLowerCase()}@host.example`],
      )
      const body = {
        kind: 'replace',
        replacement: 'desk@host.example',
        reason: 'The old one bounces',
        version: 1,
      } as const
      return { params: { contactId: rows[0]?.id ?? '' }, body }
    },
  },
}
