import { expect } from 'vitest'
import { confirmTotp, startTotp } from '@signet/contract/access/factors'
import { codeOf } from './authenticator.ts'
import { send, type TestUser } from '../harness.ts'

/**
 * Sets up an authenticator app for a user.
 *
 * @returns its secret, whose current code isn't used up, and the recovery codes
 */
export async function withAuthenticatorApp(user: TestUser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await send(user, startTotp)).body
  const confirm = () => send(user, confirmTotp, { body: { code: codeOf(secret, -1) } })
  let confirmed = await confirm()
  // A new period began during the request, which made the code too old.
  if (confirmed.status !== 200) confirmed = await confirm()
  expect(confirmed.status).toBe(200)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes }
}
