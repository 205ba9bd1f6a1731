import { toBytes, toText } from '../../session/base64url.ts'
import type { PasskeyAssertion } from '@signet/contract/factors'

/** What the browser asks a passkey to sign, in the JSON form of WebAuthn. */
export interface PasskeyQuestion {
  challenge: string
  rpId?: string
  timeout?: number
}

/** Lets the person pick and confirm a passkey; what it signed, or null when they did not. */
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
      // Closed, timed out, or there is no passkey for this place: the browser has said so itself.
      if (error instanceof DOMException && error.name === 'NotAllowedError') return null
      throw error
    })
  if (!(credential instanceof PublicKeyCredential)) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse
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
