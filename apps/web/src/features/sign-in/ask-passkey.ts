import { askPasskey as ask } from '../../parts/account/ask-passkey.ts'
import { passkeyOptions } from './identity-client.ts'

/** Lets the person pick and confirm a passkey for signing in; what it signed as JSON, or null when they did not. */
export async function askPasskey(): Promise<string | null> {
  const signed = await ask(await passkeyOptions())
  return signed && JSON.stringify(signed)
}
