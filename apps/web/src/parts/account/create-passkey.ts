import type { CreatedPasskey } from '@signet/contract/access/factors'
import { toBytes, toText } from '../../session/base64url.ts'

/** The creation options in the JSON form of WebAuthn (Level 3, section 5.1.9), with the fields that are used here. */
export interface PasskeyOptions {
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
 * Creates a passkey in the browser.
 *
 * @returns null when the user closed the browser's dialog
 * @throws DOMException `InvalidStateError` when this device already has a passkey for the account
 */
export async function createPasskey(options: PasskeyOptions): Promise<CreatedPasskey | null> {
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
      // Closed or timed out. The browser has already shown this.
      if (error instanceof DOMException && error.name === 'NotAllowedError') return null
      throw error
    })
  if (!(credential instanceof PublicKeyCredential)) return null
  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse)) return null
  return {
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
}
