import type { Examples } from '../../../test/examples.ts'

export const examples: Examples = {
  inputs: {
    getCompanyPage: () => ({ query: { pageRoute: 'pages/contacts' } }),
  },
}
