import type { Caller, Inputs } from './demo-input.ts'
import { randomUUID } from 'node:crypto'
import { passkeyOptions, startTotp } from '@signet/contract/access/factors'
import { getCompany, type Company } from '@signet/contract/companies/onboarding'
import { addUser } from '@signet/contract/access/users'
import { getAssets } from '@signet/contract/companies/assets'
import { putBrandCapture } from '@signet/contract/companies/brand-captures'
import { putBrandLogo } from '@signet/contract/companies/brand-logos'
import { withAuthenticatorApp } from './authenticator-app.ts'
import { SoftAuthenticator, codeOf } from './authenticator.ts'
import { newCompany, newUser, send, testPassword, theWorld, tinyPng } from './harness.ts'
import { addKey } from './api-key.ts'
import { addPasskeyOf } from './passkey.ts'
import { recordMakers } from './route-examples.ts'

/** A one-time code that the caller has started to set up. */
const started = async ({ user }: Caller) => (await send(user, startTotp)).body.secret

/** A confirmed one-time code of the caller; the code before the current one was used for it. */
export async function confirmed(caller: Caller): Promise<string> {
  return (await withAuthenticatorApp(caller.user)).secret
}

/** A company without other demo data, so that it may be changed and archived. */
async function ownCompany({ user }: Caller): Promise<Company> {
  const { key } = await newCompany()
  return (await send(user, getCompany, { params: { company: key } })).body
}

const person = async ({ company }: Caller) => ({ params: { userId: (await newUser('client', company)).id } })
/** A passkey of the caller that can't be used. */
async function ownPasskey({ user, company }: Caller): Promise<string> {
  const passkeyId = await addPasskeyOf(company, 'Laptop')
  await theWorld().database.pool.query('update passkeys set user_id = $1 where id = $2', [user.id, passkeyId])
  return passkeyId
}

/** Valid input of the calls about people, companies, messages and settings. */
export const inputsOfPeople: Inputs = {
  changeDetails: () => ({ body: { name: 'A new name' } }),
  changePassword: () => ({ body: { current: testPassword, next: 'another long test password' } }),
  endOwnSession: async ({ user }) => {
    const { rows } = await theWorld().database.pool.query<{ id: string }>(
      `insert into sessions (id, user_id, token_hash, expires_at)
        values (gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), now() + interval '1 hour') returning id`,
      [user.id],
    )
    return { params: { sessionId: rows[0]?.id as string } }
  },
  putPreferences: () => ({ body: { mail: 'weekly', severities: ['High'], sources: ['Domain'] } }),
  confirmTotp: async (caller) => ({ body: { code: codeOf(await started(caller)) } }),
  removeTotp: async (caller) => ({ body: { password: testPassword, code: codeOf(await confirmed(caller)) } }),
  addPasskey: async ({ user }) => {
    const { body } = await send(user, passkeyOptions)
    const options = body as unknown as { challenge: string }
    return { body: { ...new SoftAuthenticator().create(options, 'http://localhost'), name: 'My laptop' } }
  },
  listPasskeys: async (caller) => {
    await ownPasskey(caller)
    return {}
  },
  removePasskey: async (caller) => ({ params: { passkeyId: await ownPasskey(caller) } }),

  addCompany: ({ company }) => ({
    body: { key: `new-${randomUUID().slice(0, 8)}`, name: `Beside ${company.key}`, modules: {}, config: {} },
  }),
  changeCompany: async (caller) => {
    const { key, version } = await ownCompany(caller)
    return { params: { company: key }, body: { name: 'Another name', version } }
  },
  archiveCompany: async (caller) => ({ params: { company: (await ownCompany(caller)).key } }),
  putFeatures: async (caller) => {
    const { key, version } = await ownCompany(caller)
    return { params: { company: key }, body: { modules: { news: true }, pages: [], version } }
  },
  putLogo: async (caller) => ({
    params: { company: (await ownCompany(caller)).key },
    form: { files: [{ bytes: tinyPng('logo'), name: 'logo.png' }] },
  }),
  putSso: async (caller) => ({
    params: { company: (await ownCompany(caller)).key },
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
  listApiKeys: async ({ company }) => {
    await addKey(company)
    return {}
  },
  startScan: async ({ company }) => {
    await theWorld().database.pool.query(
      `update scans set state = 'done' where id in (select scan_id from company_scans where company_id = $1)`,
      [company.id],
    )
    return {}
  },
  addApiKey: () => ({ body: { name: 'Reader', scopes: ['read'] } }),

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

  putBrandLogo: () => ({ form: { files: [{ bytes: tinyPng('brand'), name: 'logo.png' }] } }),
  deleteBrandLogo: async ({ user, company }) => {
    const params = { brand: (await recordMakers['brand']?.(company, company.key)) as string }
    const form = { files: [{ bytes: tinyPng('brand'), name: 'logo.png' }] }
    await send(user, putBrandLogo, { params, query: { company: company.key }, form })
    return { params }
  },
  putBrandCapture: () => ({ form: { files: [{ bytes: tinyPng('page'), name: 'page.png' }] } }),
  deleteBrandCapture: async ({ user, company }) => {
    const params = { brand: (await recordMakers['brand']?.(company, company.key)) as string }
    const form = { files: [{ bytes: tinyPng('page'), name: 'page.png' }] }
    await send(user, putBrandCapture, { params, query: { company: company.key }, form })
    return { params }
  },
  putAssets: async ({ user, company }) => ({
    body: (await send(user, getAssets, { query: { company: company.key } })).body,
  }),
}
