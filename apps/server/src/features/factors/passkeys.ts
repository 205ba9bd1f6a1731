import type { CreatedPasskey, PasskeyAssertion } from '@signet/contract/access/factors'
import { causeOf } from '@signet/contract/errors/program-errors'
import { textIn } from '@signet/contract/narrow'
import type { Installation } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import {
  challengeMs,
  credentialsOf,
  insertPasskey,
  insertChallenge,
  setPasskeyUse,
  lockPasskey,
  useChallenge,
} from './passkeys.queries.ts'
import type { Row } from '../../db/rows.ts'
import type { PasskeyRow } from './passkeys.queries.ts'

/*
 * Passkeys (WebAuthn level 3). They are discoverable and require user verification, so that one passkey covers both factors and sign-in
 * doesn't reveal which accounts exist. Everything here runs in an identity transaction.
 */

const name = 'Signet'
/** Loaded with the first passkey: loading takes a while and prints a warning about an experimental feature of Node. */
const webAuthn = () => import('@simplewebauthn/server')

type Person = Pick<Row<'users'>, 'id' | 'email' | 'name'>
const rpIdOf = ({ origin }: Pick<Installation, 'origin'>) => new URL(origin).hostname

/** The options for the browser to create a passkey. */
export async function registrationOptions(tx: Tx, installation: Installation, user: Person) {
  const known = await credentialsOf(tx, user.id)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: rpIdOf(installation),
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await insertChallenge(tx, options.challenge, 'register', user.id)
  return options
}

/**
 * Stores a new passkey of the user.
 *
 * @returns null if the response matches no challenge of this user, or the passkey is already registered
 */
export async function addPasskey(
  tx: Tx,
  installation: Installation,
  user: { id: string },
  attestation: CreatedPasskey,
): Promise<PasskeyRow | null> {
  const { name: label = 'Passkey', authenticatorAttachment: _attachment, response, ...created } = attestation
  const { transports = [], ...signed } = response
  const result = await unlessInvalid(async () =>
    (await webAuthn()).verifyRegistrationResponse({
      response: { ...created, response: signed },
      expectedChallenge: (challenge) => useChallenge(tx, challenge, 'register', user.id),
      expectedOrigin: installation.origin,
      expectedRPID: rpIdOf(installation),
      requireUserVerification: true,
    }),
  )
  if (!result?.verified) return null
  const { credential } = result.registrationInfo
  const row = await insertPasskey(tx, user.id, {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    name: label,
  })
  return row ?? null
}

/** The options for the browser to use a passkey. Without a user, for sign-in: any passkey of this installation is accepted. */
export async function assertionOptions(tx: Tx, installation: Installation, userId: string | null) {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(installation),
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: userId ? await credentialsOf(tx, userId) : [],
  })
  await insertChallenge(tx, options.challenge, userId ? 'stepUp' : 'signIn', userId)
  return options
}

/** The result of an assertion. `cloned`: its counter didn't increase, so there is a copy of the passkey somewhere. */
export type Asserted = { userId: string; passkeyId: string; result: 'ok' | 'cloned' } | null

/**
 * Checks an assertion of a passkey; its challenge is used up by the check.
 *
 * @param userId the required owner of the passkey; null at sign-in, where the passkey identifies the user
 */
export async function usePasskey(
  tx: Tx,
  installation: Installation,
  userId: string | null,
  assertion: PasskeyAssertion,
): Promise<Asserted> {
  const passkey = await lockPasskey(tx, assertion.id, userId)
  if (!passkey) return null
  // Without what the library accepts only as absent, never as null, and doesn't verify.
  const { authenticatorAttachment: _attachment, response, ...credential } = assertion
  const { userHandle: _userHandle, ...signed } = response
  const checked = await unlessInvalid(async () =>
    (await webAuthn()).verifyAuthenticationResponse({
      response: { ...credential, response: signed },
      expectedChallenge: (challenge) => useChallenge(tx, challenge, userId ? 'stepUp' : 'signIn', userId),
      expectedOrigin: installation.origin,
      expectedRPID: rpIdOf(installation),
      requireUserVerification: true,
      // The counter is compared here, where a decrease can be distinguished from every other failure.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }),
  )
  if (!checked?.verified) return null
  const { newCounter } = checked.authenticationInfo
  const known = Number(passkey.counter)
  const who = { userId: passkey.user_id, passkeyId: passkey.id }
  if ((newCounter > 0 || known > 0) && newCounter <= known) return { ...who, result: 'cloned' }
  await setPasskeyUse(tx, passkey.id, newCounter)
  return { ...who, result: 'ok' }
}

/** The library throws plain errors for invalid input, which are an answer here; errors of the database are rethrown. */
async function unlessInvalid<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check()
  } catch (error) {
    if (causeOf(error).code !== '' && textIn(error, 'severity') !== undefined) throw error
    return null
  }
}
