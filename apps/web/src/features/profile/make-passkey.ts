import { addPasskey, passkeyOptions } from '@signet/contract/factors'
import type { BodyOf } from '@signet/contract/route'
import { call } from '../../api/call.ts'
import { toBytes, toText } from '../../session/base64url.ts'

/** The options as WebAuthn writes them in JSON (Level 3, section 5.1.9), as far as they are read here. */
interface Options {
  challenge: string
  rp: PublicKeyCredentialRpEntity
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: PublicKeyCredentialParameters[]
  timeout?: number
  attestation?: AttestationConveyancePreference
  authenticatorSelection?: AuthenticatorSelectionCriteria
  excludeCredentials?: { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] }[]
}

/**
 * Lets the browser make a passkey and stores it.
 *
 * @param name what the person calls it; empty for "Passkey"
 * @returns false when the person closed the browser's own dialog
 * @throws DOMException `InvalidStateError` when this device has one for the account already
 */
export async function makePasskey(name: string): Promise<boolean> {
  const options = (await call(passkeyOptions, {})) as unknown as Options
  const credential = await navigator.credentials
    .create({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        user: { ...options.user, id: toBytes(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map((known) => ({ ...known, id: toBytes(known.id) })),
      },
    })
    .catch((error: unknown) => {
      // Closed or timed out: the browser has said so itself.
      if (error instanceof DOMException && error.name === 'NotAllowedError') return null
      throw error
    })
  if (!(credential instanceof PublicKeyCredential)) return false
  const response = credential.response as AuthenticatorAttestationResponse
  const body: BodyOf<typeof addPasskey> = {
    ...(name ? { name } : {}),
    id: credential.id,
    rawId: toText(credential.rawId),
    type: 'public-key',
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports(),
    },
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: {},
  }
  await call(addPasskey, { body })
  return true
}
