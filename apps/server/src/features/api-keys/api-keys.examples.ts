import { addKey } from '../../../test/api-key.ts'
import type { Examples } from '../../../test/every-call/examples.ts'

export const examples: Examples = {
  records: {
    apiKeyId: (company, marker) => addKey(company, { name: marker }).then(({ id }) => id),
  },
  inputs: {
    listApiKeys: async ({ company }) => {
      await addKey(company)
      return {}
    },
    addApiKey: () => ({ body: { name: 'Reader', scopes: ['read'] } }),
  },
}
