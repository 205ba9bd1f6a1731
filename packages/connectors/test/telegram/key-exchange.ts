import { constants, createDiffieHellmanGroup, generateKeyPairSync, privateDecrypt, randomBytes } from 'node:crypto'
import { Long } from '@mtcute/core'
import {
  __tlReaderMap,
  __tlWriterMap,
  addPublicKey,
  generateKeyAndIvFromNonce,
  parsePublicKey,
  TlBinaryReader,
  TlBinaryWriter,
} from '@mtcute/core/utils.js'
import { NodeCrypto } from '../../src/telegram/platform.ts'
import type { TlObject } from './mtproto-server.ts'

const crypto = new NodeCrypto(1024 * 1024)
const serverKey = newServerKey()

/** Lets the library of this process believe that the fake is Telegram, as it believes those that have the keys it ships. */
export const trustFakeTelegram = (): void => addPublicKey(crypto, serverKey.pem)

/** With a fingerprint that doesn't start with a zero, because the library looks for it without leading zeros. */
function newServerKey() {
  for (;;) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const { fingerprint } = parsePublicKey(crypto, pem)
    if (!fingerprint.startsWith('0')) return { privateKey, pem, fingerprint }
  }
}

let spoiltNext = 0
/** Lets the next exchanges end with another key than that of the client, as with a client that loses a leading zero of the key. */
export const spoilExchanges = (count: number): void => void (spoiltNext = count)

const [p, q] = [1_229_739_323n, 1_402_015_859n]

const object = (value: TlObject) => TlBinaryWriter.serializeObject(__tlWriterMap, value)
const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(16, '0'), 'hex')

/**
 * Agrees with one client on a key. Source: https://core.telegram.org/mtproto/auth_key.
 *
 * @param onKey gets the key
 */
export function keyExchange(onKey: (key: Uint8Array) => void): (message: TlObject) => TlObject | null {
  const serverNonce = randomBytes(16)
  const group = createDiffieHellmanGroup('modp14')
  group.generateKeys()
  let newNonce: Uint8Array = new Uint8Array()
  const ige = () => crypto.createAesIge(...generateKeyAndIvFromNonce(crypto, serverNonce, newNonce))
  return (message) => {
    const { nonce, encryptedData } = message as TlObject & { nonce: Uint8Array; encryptedData: Uint8Array }
    if (message._ === 'mt_req_pq_multi') {
      const serverPublicKeyFingerprints = [Long.fromString(serverKey.fingerprint, true, 16)]
      return { _: 'mt_resPQ', nonce, serverNonce, pq: bytesOf(p * q), serverPublicKeyFingerprints }
    }
    if (message._ === 'mt_req_DH_params') {
      const inner = new TlBinaryReader(__tlReaderMap, withoutPadding(encryptedData)).object() as TlObject
      newNonce = inner['newNonce'] as Uint8Array
      const answer = object({
        _: 'mt_server_DH_inner_data',
        nonce,
        serverNonce,
        g: 2,
        dhPrime: group.getPrime(),
        gA: group.getPublicKey(),
        serverTime: Math.floor(Date.now() / 1000),
      })
      const whole = Buffer.concat([crypto.sha1(answer), answer])
      const encryptedAnswer = ige().encrypt(Buffer.concat([whole, randomBytes((16 - (whole.length % 16)) % 16)]))
      return { _: 'mt_server_DH_params_ok', nonce, serverNonce, encryptedAnswer }
    }
    if (message._ !== 'mt_set_client_DH_params') return null
    const { gB } = new TlBinaryReader(__tlReaderMap, ige().decrypt(encryptedData), 20).object() as { gB: Uint8Array }
    const secret = group.computeSecret(gB)
    const key = Buffer.concat([Buffer.alloc(256 - secret.length), secret])
    onKey(key)
    const isSpoilt = spoiltNext > 0
    if (isSpoilt) spoiltNext -= 1
    const agreed = isSpoilt ? randomBytes(256) : key
    const hashed = Buffer.concat([newNonce, Buffer.of(1), crypto.sha1(agreed).subarray(0, 8)])
    return { _: 'mt_dh_gen_ok', nonce, serverNonce, newNonceHash1: crypto.sha1(hashed).subarray(4, 20) }
  }
}

/** What a client encrypted for the key of the server, in the way that the documentation calls RSA_PAD. */
function withoutPadding(encrypted: Uint8Array): Uint8Array {
  const data = privateDecrypt({ key: serverKey.privateKey, padding: constants.RSA_NO_PADDING }, encrypted)
  const [maskedKey, inner] = [data.subarray(0, 32), data.subarray(32)]
  const hash = crypto.sha256(inner)
  const key = maskedKey.map((byte, at) => byte ^ (hash[at] ?? 0))
  return crypto.createAesIge(key, new Uint8Array(32)).decrypt(inner).subarray(0, 192).toReversed()
}
