import { passkeyOptions, startTotp } from '@signet/contract/access/factors'
import { required, textIn } from '@signet/contract/narrow'
import { withAuthenticatorApp } from '../../../test/outside/authenticator-app.ts'
import { codeOf, SoftAuthenticator } from '../../../test/outside/authenticator.ts'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld, testPassword } from '../../../test/harness.ts'
import { addPasskeyOf } from '../../../test/outside/passkey.ts'

/** A one-time code that the caller has started to set up. */
const started = async ({ user }: Caller) => (await send(user, startTotp)).body.secret

/** A passkey of the caller that can't be used. */
async function ownPasskey({ user, company }: Caller): Promise<string> {
  const passkeyId = await addPasskeyOf(company, 'Laptop')
  await theWorld().database.pool.query('update passkeys set user_id = $1 where id = $2', [user.id, passkeyId])
  return passkeyId
}

export const examples: Examples = {
  records: {
    passkeyId: addPasskeyOf,
  },
  inputs: {
    listOwnSignIns: async ({ user }) => {
      await theWorld().database.pool.query(
        `insert into sign_ins (email, user_id, result) select email, id, 'ok' from users where id = $1`,
        [user.id],
      )
      return {}
    },
    changeDetails: () => ({ body: { name: 'A new name' } }),
    changePassword: () => ({ body: { current: testPassword, next: 'another long test password' } }),
    endOwnSession: async ({ user }) => {
      const { rows } = await theWorld().database.pool.query<{ id: string }>(
        `insert into sessions (id, user_id, token_hash, expires_at)
          values (gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), now() + interval '1 hour') returning id`,
        [user.id],
      )
      return { params: { sessionId: required(rows[0], 'a session').id } }
    },
    putPreferences: () => ({ body: { mail: 'weekly', severities: ['High'], sources: ['Domain'] } }),
    startClientView: ({ company }) => ({ body: { company: company.key } }),
    confirmTotp: async (caller) => ({ body: { code: codeOf(await started(caller)) } }),
    removeTotp: async (caller) => ({
      body: { password: testPassword, code: codeOf((await withAuthenticatorApp(caller.user)).secret) },
    }),
    addPasskey: async ({ user }) => {
      const { body } = await send(user, passkeyOptions)
      const options = { challenge: required(textIn(body, 'challenge'), 'the challenge') }
      return { body: { ...new SoftAuthenticator().create(options, 'http://localhost'), name: 'My laptop' } }
    },
    listPasskeys: async (caller) => {
      await ownPasskey(caller)
      return {}
    },
    removePasskey: async (caller) => ({ params: { passkeyId: await ownPasskey(caller) } }),
  },
}
