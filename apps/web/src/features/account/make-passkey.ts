import { addPasskey, passkeyOptions } from '@signet/contract/access/factors'
import { call } from '../../api/call.ts'
import { createPasskey, type PasskeyOptions } from '../../parts/account/create-passkey.ts'

/**
 * Creates a passkey in the browser and stores it.
 *
 * @param name the name chosen by the user; empty for "Passkey"
 * @returns false when the user closed the browser's dialog
 * @throws DOMException `InvalidStateError` when this device already has a passkey for the account
 */
export async function makePasskey(name: string): Promise<boolean> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- WebAuthn fixes the form, and the browser checks it
  const created = await createPasskey((await call(passkeyOptions, {})) as unknown as PasskeyOptions)
  if (!created) return false
  await call(addPasskey, { body: { ...(name ? { name } : {}), ...created } })
  return true
}
