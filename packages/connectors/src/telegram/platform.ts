import { createCipheriv, createHash, createHmac, pbkdf2, randomFillSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { deflateSync, unzipSync } from 'node:zlib'
import type { ICorePlatform } from '@mtcute/core'
import { BaseCryptoProvider, type ICryptoProvider, type IEncryptionScheme } from '@mtcute/core/utils.js'
import { ige256Decrypt, ige256Encrypt, initSync, SIMD_AVAILABLE } from '@mtcute/wasm'
import { causeOf } from '@signet/contract/errors/program-errors'

const stretch = promisify(pbkdf2)

/** The algorithms of MTProto: those of Node, and AES in the mode IGE, which Node doesn't have. */
export class NodeCrypto extends BaseCryptoProvider implements ICryptoProvider {
  readonly #sizeMax: number
  readonly #onTooLarge: () => void

  /** @param sizeMax the largest answer after decompression, in bytes */
  constructor(sizeMax: number, onTooLarge: () => void = () => {}) {
    super()
    this.#sizeMax = sizeMax
    this.#onTooLarge = onTooLarge
  }

  async initialize(): Promise<void> {
    const file = SIMD_AVAILABLE ? 'mtcute-simd.wasm' : 'mtcute.wasm'
    initSync(await readFile(createRequire(import.meta.url).resolve(`@mtcute/wasm/${file}`)))
  }

  createAesCtr(key: Uint8Array, iv: Uint8Array): { process: (data: Uint8Array) => Uint8Array } {
    const cipher = createCipheriv(`aes-${key.length * 8}-ctr`, key, iv)
    return { process: (data) => cipher.update(data) }
  }

  createAesIge(key: Uint8Array, iv: Uint8Array): IEncryptionScheme {
    return { encrypt: (data) => ige256Encrypt(data, key, iv), decrypt: (data) => ige256Decrypt(data, key, iv) }
  }

  pbkdf2(
    password: Uint8Array,
    salt: Uint8Array,
    iterations: number,
    length = 64,
    hash = 'sha512',
  ): Promise<Uint8Array> {
    return stretch(password, salt, iterations, length, hash)
  }

  sha1(data: Uint8Array): Uint8Array {
    return createHash('sha1').update(data).digest()
  }

  sha256(data: Uint8Array): Uint8Array {
    return createHash('sha256').update(data).digest()
  }

  hmacSha256(data: Uint8Array, key: Uint8Array): Uint8Array {
    return createHmac('sha256', key).update(data).digest()
  }

  gzip(data: Uint8Array, maxSize: number): Uint8Array | null {
    try {
      return deflateSync(data, { maxOutputLength: maxSize })
    } catch (error) {
      if (causeOf(error).code === 'ERR_BUFFER_TOO_LARGE') return null
      throw error
    }
  }

  gunzip(data: Uint8Array): Uint8Array {
    try {
      return unzipSync(data, { maxOutputLength: this.#sizeMax })
    } catch (error) {
      if (causeOf(error).code === 'ERR_BUFFER_TOO_LARGE') this.#onTooLarge()
      throw error
    }
  }

  randomFill(buffer: Uint8Array): void {
    randomFillSync(buffer)
  }
}

/** The library logs nothing, and leaves the process alone. */
export const platform: ICorePlatform = {
  beforeExit: () => () => {},
  log: () => {},
  getDefaultLogLevel: () => 0,
  getDeviceModel: () => 'server',
}
