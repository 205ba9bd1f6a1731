import { randomUUID } from 'node:crypto'
import { newUser, theWorld, type TestCompany } from '../harness.ts'

/** A passkey of a new user of the company that can't be used. */
export async function addPasskeyOf(company: TestCompany, name: string): Promise<string> {
  const passkeyId = randomUUID()
  const { id } = await newUser('client', company)
  const row = { id: passkeyId, user_id: id, credential_id: `made-up-${passkeyId}`, public_key: Buffer.from('x'), name }
  await theWorld().database.inIdentity((tx) =>
    tx
      .insertInto('passkeys')
      .values({ ...row, counter: 0, transports: [], last_used_at: null })
      .execute(),
  )
  return passkeyId
}
