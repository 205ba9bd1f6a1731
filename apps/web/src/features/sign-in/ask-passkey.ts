import { askPasskey } from '../../parts/account/ask-passkey.ts'
import { passkeyOptions } from './identity-client.ts'

/** Lets the user select and confirm a passkey for signing in. Returns the signed assertion as JSON, or null if the user cancelled. */
export async function askSignInPasskey(): Promise<string | null> {
  const signed = await askPasskey(await passkeyOptions())
  return signed && JSON.stringify(signed)
}
