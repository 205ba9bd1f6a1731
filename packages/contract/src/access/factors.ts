import * as z from 'zod/mini'
import { problem } from '../errors/errors.ts'
import { passwordLength } from './credentials.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** Binary data of WebAuthn in base64url. */
const base64url = (max: number) =>
  z.string().check(z.regex(/^[\w-]+={0,2}$/, problem('NOT_BASE64URL')), z.maxLength(max))
const credentialId = base64url(1400)
const attachment = z.optional(z.nullable(z.string().check(z.maxLength(40))))
const extensions = z._default(z.record(z.string(), z.unknown()), {})

/** The result of `navigator.credentials.get`, in the form of `toJSON`. */
export const PasskeyAssertion = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
})
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** A fresh second factor, for calls that require one: a one-time or recovery code, or a passkey's assertion. */
export const freshFactor = {
  totp: z.optional(wire.text(40, 1)),
  passkey: z.optional(PasskeyAssertion),
}

/** Replaces a secret that was never confirmed. 409 when one-time codes are already in use. */
export const startTotp = route({
  method: 'POST',
  path: '/user/totp',
  summary: 'Create a new secret for one-time codes; it takes effect once its first code is sent to user/totp/confirm',
  access: 'account:own',
  isSecret: true,
  response: z.object({ secret: z.string(), uri: z.string() }),
})

/**
 * 400 naming `body.code` for a wrong code (never 401, which would sign the client out); 429 with `Retry-After` after
 * too many.
 */
export const confirmTotp = route({
  method: 'POST',
  path: '/user/totp/confirm',
  summary: 'Confirm the new secret with one of its codes; returns the recovery codes, only this once',
  access: 'account:own',
  isSecret: true,
  body: z.strictObject({ code: wire.text(40, 1) }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

/**
 * 400 naming `body.password` or `body.code` for a wrong one; 404 when one-time codes are not in use; 429 after too many
 * wrong ones.
 */
export const removeTotp = route({
  method: 'DELETE',
  path: '/user/totp',
  summary: 'Remove the authenticator app; requires the password and a code or recovery code',
  access: 'account:own',
  status: 204,
  body: z.strictObject({
    password: z.string().check(z.minLength(1), z.maxLength(passwordLength.max)),
    code: wire.text(40, 1),
  }),
  response: wire.nothing,
})

/** A passkey of the caller; its public key is not part of the response. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: wire.time,
  lastUsedAt: z.nullable(wire.time),
})
export type Passkey = z.output<typeof Passkey>

/** The options for the browser, in the JSON form of WebAuthn; `PublicKeyCredential.parse…OptionsFromJSON` reads it. */
const browserOptions = z.looseObject({ challenge: z.string() })

/** Options of `navigator.credentials.create` (Web Authentication Level 3, section 5.4) in their JSON form. */
export const passkeyOptions = route({
  method: 'POST',
  path: '/user/passkeys/options',
  summary: 'Get the options to create a passkey in the browser; usable once within five minutes',
  access: 'account:own',
  response: browserOptions,
})

/** Options of `navigator.credentials.get` (Web Authentication Level 3, section 5.5) in their JSON form. */
export const passkeyAssertion = route({
  method: 'POST',
  path: '/user/passkeys/assertion',
  summary: 'Get the options to confirm with a passkey in the browser; usable once within five minutes',
  access: 'account:own',
  response: browserOptions,
})

/** Empty for a user without passkeys. */
export const listPasskeys = route({
  method: 'GET',
  path: '/user/passkeys',
  summary: "List the caller's passkeys, oldest first",
  access: 'account:own',
  response: z.array(Passkey),
})

/** A passkey that a browser created, in the JSON form of WebAuthn (Level 3, section 5.1). */
export const CreatedPasskey = z.strictObject({
  /** A name chosen by the user; "Passkey" if missing. */
  name: z.optional(wire.oneLine(100, 1)),
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(16_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
})
export type CreatedPasskey = z.output<typeof CreatedPasskey>

/**
 * 400 when the response of the browser does not match a challenge of the caller; 409 when the caller has the maximum number of passkeys.
 */
export const addPasskey = route({
  method: 'POST',
  path: '/user/passkeys',
  summary: 'Save a new passkey created by the browser',
  access: 'account:own',
  status: 201,
  body: CreatedPasskey,
  response: Passkey,
})

/** 404 for another user's passkey. */
export const removePasskey = route({
  method: 'DELETE',
  path: '/user/passkeys/{passkeyId}',
  summary: "Remove one of the caller's passkeys",
  access: 'account:own',
  status: 204,
  params: z.object({ passkeyId: wire.id }),
  response: wire.nothing,
})
