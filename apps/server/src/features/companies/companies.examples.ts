import type { Examples } from '../../../test/every-call/examples.ts'

export const examples: Examples = {
  inputs: {
    getCompanyPage: () => ({ query: { pageRoute: 'pages/contacts' } }),
  },
}
