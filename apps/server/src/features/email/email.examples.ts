import type { Caller, Examples } from '../../../test/every-call/examples.ts'

const mail = ({ company }: Caller) => ({
  body: { template: 'message', companies: [company.key], subject: 'To {{company}}', body: 'Dear {{name}}' },
})

export const examples: Examples = {
  inputs: {
    previewEmail: mail,
    sendEmail: mail,
  },
}
