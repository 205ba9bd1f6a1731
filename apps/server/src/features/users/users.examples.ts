import { randomUUID } from 'node:crypto'
import { addUser } from '@signet/contract/access/users'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { newUser, send } from '../../../test/harness.ts'

const person = async ({ company }: Caller) => ({ params: { userId: (await newUser('client', company)).id } })

export const examples: Examples = {
  records: {
    userId: async (company) => (await newUser('client', company)).id,
  },
  inputs: {
    addUser: ({ company }) => ({
      body: {
        name: 'Somebody New',
        email: `${randomUUID().slice(0, 8)}@demo.example`,
        role: 'client',
        company: company.key,
        adminCompanies: [],
      },
    }),
    getUser: person,
    changeUser: async (caller) => ({ ...(await person(caller)), body: { name: 'Another name', version: 1 } }),
    disableUser: person,
    enableUser: person,
    resetFactor: person,
    endSessions: person,
    resendInvite: async ({ user, company }) => {
      const email = `${randomUUID().slice(0, 8)}@demo.example`
      const body = { name: 'Invited', email, role: 'client', company: company.key, adminCompanies: [] }
      return { params: { userId: (await send(user, addUser, { body })).body.id } }
    },
  },
}
