import { toBytes, toText } from '../../session/base64url.ts'
import type { PasskeyAssertion } from '@signet/contract/access/factors'

/** The WebAuthn request options, as JSON. */
export interface PasskeyQuestion {
  challenge: string
  rpId?: string
  timeout?: number
}

/** Lets the user select and confirm a passkey. Returns the signed assertion, or null if the user cancelled. */
export async function askPasskey({ challenge, rpId, timeout }: PasskeyQuestion): Promise<PasskeyAssertion | null> {
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: toBytes(challenge),
        userVerification: 'required',
        ...(rpId ? { rpId } : {}),
        ...(timeout ? { timeout } : {}),
      },
    })
    .catch((error: unknown) => {
      // Closed, timed out, or no passkey for this site. The browser has already shown this.
      if (error instanceof DOMException && error.name === 'NotAllowedError') return null
      throw error
    })
  if (!(credential instanceof PublicKeyCredential)) return null
  const { response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: 'public-key',
    response: {
      clientDataJSON: toText(clientDataJSON),
      authenticatorData: toText(authenticatorData),
      signature: toText(signature),
      ...(userHandle ? { userHandle: toText(userHandle) } : {}),
    },
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: {},
  }
}
