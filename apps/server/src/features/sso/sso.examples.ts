import { randomUUID } from 'node:crypto'
import type { Examples } from '../../../test/every-call/examples.ts'
import { newCompany } from '../../../test/harness.ts'
import { setSso } from '../../../test/outside/sso.ts'

const oidc = () => ({
  protocol: 'oidc' as const,
  issuer: 'https://identity.example',
  clientId: 'signet',
  clientSecret: 'a secret of theirs',
  domains: [`${randomUUID().slice(0, 8)}.example`],
  enforced: false,
  version: 0,
})

export const examples: Examples = {
  inputs: {
    testSso: async () => {
      const company = await newCompany()
      // Nothing listens at this port, so that the answer is a failed check.
      await setSso(company, { ...oidc(), issuer: 'http://127.0.0.1:9' })
      return { params: { company: company.key } }
    },
    putSso: async () => ({
      params: { company: (await newCompany()).key },
      body: oidc(),
    }),
  },
}
