import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { ByteReader } from '../byte-reader.ts'
import { fingerprint, readCertificate, type Certificate } from './certificate.ts'
import { contentDigestOf, isSignedWith, strongest, type ContentDigest } from './signature-algorithms.ts'
import type { BlockSigner } from './signing-block.ts'

const attributeIds = { strippingProtection: 0xbeeff00d, lineage: 0x3ba06f8c, rotationMinSdk: 0x559f8b02 }
const v3 = 3

/** What is wrong with a signer of the schemes v2, v3 or v3.1; undefined if Android accepts it. */
export function problemOfSigner(signer: BlockSigner, digestOf: (kind: ContentDigest) => Buffer): string | undefined {
  const { signatures, digests, certificates, signedData } = signer
  const signature = strongest(signatures)
  const key = publicKeyOf(signer.publicKey)
  const [certificate] = certificates
  if (!signature || !key) return 'no supported signature'
  if (!isSignedWith(signature.algorithm, key, signedData, signature.value)) return 'the signature does not verify'
  if (!certificate) return 'no certificates'
  if (!certificate.key?.equals(key)) return 'the certificate is for another key'
  if (signatures.map(numberOf).join() !== digests.map(numberOf).join()) return 'other algorithms for digests'
  if (signer.sdks.min !== signer.signedSdks.min || signer.sdks.max !== signer.signedSdks.max)
    return 'the signed versions of Android differ'
  const kind = contentDigestOf(signature.algorithm)
  const expected = digests.find(({ algorithm }) => algorithm === signature.algorithm)
  return kind && expected?.value.equals(digestOf(kind)) ? undefined : 'the content was changed after it was signed'
}

const numberOf = ({ algorithm }: { algorithm: number }) => algorithm

/** Whether a signer of v2 says that the app also has a signature of v3, which then must be there. */
export function expectsV3({ attributes }: BlockSigner): boolean {
  const value = attributes.get(attributeIds.strippingProtection)
  return value?.length === 4 && value.readUInt32LE(0) === v3
}

/** Whether a signer of v3 says that the app also has one of v3.1, for newer versions of Android. */
export const expectsV31 = ({ attributes }: BlockSigner) => attributes.has(attributeIds.rotationMinSdk)

/**
 * The certificates of an app whose key was changed, the oldest first; undefined if it never was.
 * Source: source.android.com/docs/security/features/apksigning/v3, "Proof-of-rotation".
 *
 * @throws UnreadableFile if one of them isn't signed by the one before it
 */
export function lineageOf({ attributes, certificates }: BlockSigner): Certificate[] | undefined {
  const bytes = attributes.get(attributeIds.lineage)
  if (!bytes) return undefined
  const nodes = readLineage(bytes)
  const last = nodes.at(-1)
  if (!last || !certificates[0]?.der.equals(last.der))
    throw new UnreadableFile('damaged', 'the rotation of keys ends with another certificate')
  return nodes
}

function readLineage(bytes: Buffer): Certificate[] {
  const reader = new ByteReader(bytes)
  reader.u32()
  const certificates: Certificate[] = []
  const seen = new Set<string>()
  let parent: { key: KeyObject | undefined; algorithm: number } | undefined
  while (reader.left > 0) {
    const node = new ByteReader(reader.prefixed())
    const signedData = node.prefixed()
    node.u32()
    const algorithm = node.u32()
    const signature = node.prefixed()
    const data = new ByteReader(signedData)
    const certificate = readCertificate(data.prefixed())
    if (parent && !(parent.key && isSignedWith(parent.algorithm, parent.key, signedData, signature)))
      throw new UnreadableFile('damaged', 'a change of keys is not signed by the key before')
    if (seen.has(fingerprint(certificate))) throw new UnreadableFile('damaged', 'a change of keys repeats a key')
    seen.add(fingerprint(certificate))
    certificates.push(certificate)
    parent = { key: certificate.key, algorithm }
  }
  return certificates
}

/** Undefined for bytes that are no key, and for keys that Node doesn't know. */
function publicKeyOf(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
