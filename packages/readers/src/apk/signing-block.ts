import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { ByteReader } from '../byte-reader.ts'
import { readCertificate, type Certificate } from './certificate.ts'
import type { Zip } from '../zip.ts'

export const blockIds = { v2: 0x7109871a, v3: 0xf05368c0, v31: 0x1b93ad61 }

/** The APK Signing Block, between the content and the directory of the ZIP file. */
export interface SigningBlock {
  /** Where it starts, which is where the signed content ends. */
  offset: number
  pairs: { id: number; value: Buffer }[]
}

/** A signature or a digest with the number of its algorithm. */
export interface Numbered {
  algorithm: number
  value: Buffer
}

export interface BlockSigner {
  signedData: Buffer
  signatures: Numbered[]
  publicKey: Buffer
  digests: Numbered[]
  certificates: Certificate[]
  attributes: Map<number, Buffer>
  /** The versions of Android for which a signer of v3 is, both inclusive, once outside and once inside the signed data. */
  sdks: { min: number; max: number }
  signedSdks: { min: number; max: number }
}

const magic = 'APK Sig Block 42'
const pairsMax = 1000

/**
 * Finds the signing block before the directory.
 * Source: source.android.com/docs/security/features/apksigning/v2, "APK Signing Block format".
 *
 * @returns `sizeMismatch` if its two sizes differ, as then Android takes the app for unsigned
 */
export function findSigningBlock({ bytes, layout }: Zip): SigningBlock | 'sizeMismatch' | undefined {
  const end = layout.directoryOffset
  if (end < 32 || end > bytes.length || bytes.toString('latin1', end - 16, end) !== magic) return undefined
  const size = Number(bytes.readBigUInt64LE(end - 24))
  const offset = end - size - 8
  if (offset < 0 || size < 24 || Number(bytes.readBigUInt64LE(offset)) !== size) return 'sizeMismatch'
  return { offset, pairs: pairsOf(bytes.subarray(offset + 8, end - 24)) }
}

function pairsOf(bytes: Buffer): SigningBlock['pairs'] {
  const reader = new ByteReader(bytes)
  const pairs: SigningBlock['pairs'] = []
  while (reader.left >= 12 && pairs.length < pairsMax) {
    const length = reader.u64()
    if (length < 4 || length > reader.left) break
    pairs.push({ id: reader.u32(), value: reader.take(length - 4) })
  }
  return pairs
}

/** The signers of the first block with this number. @throws UnreadableFile */
export function signersOf(block: SigningBlock, scheme: keyof typeof blockIds): BlockSigner[] | undefined {
  const pair = block.pairs.find(({ id }) => id === blockIds[scheme])
  return pair && new ByteReader(pair.value).sequence().map((bytes) => readSigner(bytes, scheme !== 'v2'))
}

function readSigner(bytes: Buffer, isV3: boolean): BlockSigner {
  const signer = new ByteReader(bytes)
  const signedData = signer.prefixed()
  const sdks = isV3 ? readSdks(signer) : allSdks
  const signatures = signer.sequence().map(readNumbered)
  const publicKey = signer.prefixed()
  const data = new ByteReader(signedData)
  const digests = data.sequence().map(readNumbered)
  const certificates = data.sequence().map(readCertificate)
  const signedSdks = isV3 ? readSdks(data) : allSdks
  const attributes = data.left === 0 ? [] : data.sequence()
  return { signedData, signatures, publicKey, digests, certificates, attributes: mapOf(attributes), sdks, signedSdks }
}

const allSdks = { min: 0, max: 0x7fffffff }
const readSdks = (reader: ByteReader) => ({ min: reader.u32(), max: reader.u32() })

function readNumbered(bytes: Buffer): Numbered {
  const reader = new ByteReader(bytes)
  return { algorithm: reader.u32(), value: reader.prefixed() }
}

function mapOf(attributes: Buffer[]): Map<number, Buffer> {
  return new Map(
    attributes.map((bytes) => {
      if (bytes.length < 4) throw new UnreadableFile('damaged', 'an attribute of a signer is too short')
      return [bytes.readUInt32LE(0), bytes.subarray(4)]
    }),
  )
}
