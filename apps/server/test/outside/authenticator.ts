import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { generateSync } from 'otplib'
import type { PasskeyAssertion } from '@signet/contract/access/factors'

const periodMs = 30_000

/** The one-time code that an authenticator app shows; `steps` periods of 30 s ahead or behind. */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor((Date.now() + steps * periodMs) / 1000) })
}

interface Options {
  challenge: string
}

/**
 * A software authenticator for WebAuthn with ES256 (W3C Web Authentication level 3, sections 6.1 and 6.5): it does what the browser and a
 * security key do together.
 */
export class SoftAuthenticator {
  readonly id = randomBytes(32)
  counter = 0
  readonly #key: KeyObject
  readonly #publicKey: KeyObject

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#publicKey = publicKey
  }

  /** What the browser sends for a new passkey. */
  create({ challenge }: Options, origin: string) {
    const { x, y } = this.#publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      // A map of 5: kty EC2, alg ES256, crv P-256, x, y (RFC 9053).
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x as string, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y as string, 'base64url'),
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const authData = Buffer.concat([this.#authData(origin, 0x45), Buffer.alloc(16), length, this.id, cose])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(authData.length)
    const attestationObject = Buffer.concat([
      // { fmt: "none", attStmt: {}, authData: <bytes> } in CBOR.
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      size,
      authData,
    ])
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  /** What the browser sends when a passkey is used; the counter increases unless one is given. */
  get({ challenge }: Options, origin: string, counter?: number): PasskeyAssertion {
    this.counter = counter ?? this.counter + 1
    const authenticatorData = this.#authData(origin, 0x05)
    const data = clientData('webauthn.get', challenge, origin)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()])
    return {
      id: this.id.toString('base64url'),
      rawId: this.id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#key).toString('base64url'),
      },
      clientExtensionResults: {},
    }
  }

  /** @param flags 0x01 present, 0x04 verified, 0x40 a credential follows */
  #authData(origin: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter])
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
