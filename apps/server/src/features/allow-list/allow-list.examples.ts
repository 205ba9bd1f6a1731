import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'
import { theWorld } from '../../../test/harness.ts'
import { insertEntry } from './allow-list.queries.ts'

export const examples: Examples = {
  records: {
    entryId: async (company, marker) => {
      const id = randomUUID()
      await theWorld().database.inCompanies([company.id], (tx) =>
        insertEntry(tx, company.id, {
          id,
          kind: 'domain',
          value: `${marker}-${id}.example`,
          reason: marker,
          expiresAt: null,
          by: { userId: randomUUID(), name: marker },
        }),
      )
      return id
    },
  },
  inputs: {
    addAllowEntry: ({ role }) => ({
      body: { kind: 'host', value: `${role.toLowerCase()}.partner.example`, reason: 'A reseller', until: '2099-12-31' },
    }),
    changeAllowEntry: () => ({ body: { until: null, version: 1 } }),
  },
}
