import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'
import { newCompany } from '../../../test/harness.ts'

export const examples: Examples = {
  inputs: {
    putSso: async () => ({
      params: { company: (await newCompany()).key },
      body: {
        protocol: 'oidc',
        issuer: 'https://identity.example',
        clientId: 'signet',
        clientSecret: 'a secret of theirs',
        domains: [`${randomUUID().slice(0, 8)}.example`],
        enforced: false,
        version: 0,
      },
    }),
  },
}
