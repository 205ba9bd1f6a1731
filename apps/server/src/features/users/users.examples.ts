import { randomUUID } from 'node:crypto'
import { inviteColleague } from '@signet/contract/access/colleagues'
import { addUser } from '@signet/contract/access/users'
import { userLimitMax } from '@signet/contract/companies/companies'
import { changeCompany, getCompany } from '@signet/contract/companies/onboarding'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { newUser, send, type TestCompany } from '../../../test/harness.ts'

const person = async ({ company }: Caller) => ({ params: { userId: (await newUser('client', company)).id } })
const colleague = async (caller: Caller) => ({ ...(await person(caller)), body: {} })

/** The examples of other calls have added more users than a company can usually have. */
async function raiseUserLimit(company: TestCompany): Promise<void> {
  const user = await newUser('superAdmin', company)
  const params = { company: company.key }
  const { version } = (await send(user, getCompany, { params })).body
  await send(user, changeCompany, { params, body: { config: { userLimit: userLimitMax }, version } })
}

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
    inviteColleague: async ({ company }) => {
      await raiseUserLimit(company)
      const email = `${randomUUID().slice(0, 8)}@demo.example`
      return { body: { company: company.key, name: 'Somebody New', email, role: 'clientPeeker' } }
    },
    disableColleague: colleague,
    enableColleague: colleague,
    resendColleagueInvite: async (caller) => {
      await raiseUserLimit(caller.company)
      const email = `${randomUUID().slice(0, 8)}@demo.example`
      const invited = { name: 'Invited', email, role: 'client', company: caller.company.key } as const
      const { id } = (await send(caller.user, inviteColleague, { body: invited })).body
      return { params: { userId: id }, body: {} }
    },
    resendInvite: async ({ user, company }) => {
      const email = `${randomUUID().slice(0, 8)}@demo.example`
      const body = { name: 'Invited', email, role: 'client', company: company.key, adminCompanies: [] }
      return { params: { userId: (await send(user, addUser, { body })).body.id } }
    },
  },
}
