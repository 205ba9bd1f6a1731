import { derChild, derElements, DerError, derTags, hexOf, type Bytes } from './der.ts'

/** Signature algorithms with the digest that they name; null for those that leave it to the message. */
const rsa: Record<string, string | null> = {
  '2a864886f70d010101': null,
  '2a864886f70d01010b': 'SHA-256',
  '2a864886f70d01010c': 'SHA-384',
  '2a864886f70d01010d': 'SHA-512',
}
const ecdsa: Record<string, string> = {
  '2a8648ce3d040302': 'SHA-256',
  '2a8648ce3d040303': 'SHA-384',
  '2a8648ce3d040304': 'SHA-512',
}
const curves: Record<string, { namedCurve: string; bytes: number }> = {
  '2a8648ce3d030107': { namedCurve: 'P-256', bytes: 32 },
  '2b81040022': { namedCurve: 'P-384', bytes: 48 },
  '2b81040023': { namedCurve: 'P-521', bytes: 66 },
}

/**
 * Whether a signature is valid for a key: RSA with PKCS #1 v1.5, or ECDSA on a NIST curve.
 *
 * Source: RFC 8017, section 8.2; RFC 5758, section 3.2; RFC 5480, section 2.1.1.
 *
 * @param publicKey SubjectPublicKeyInfo in DER
 * @param signed `signatureAlgorithm` is an object identifier in hex, `hash` the digest of the signer for algorithms that don't name one
 * @throws DerError for another algorithm
 */
export async function isSignedBy(
  publicKey: Bytes,
  signed: { signatureAlgorithm: string; hash: string; signature: Bytes; bytes: Bytes },
): Promise<boolean> {
  const { signatureAlgorithm, signature, bytes } = signed
  const rsaHash = rsa[signatureAlgorithm]
  if (rsaHash !== undefined) {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: rsaHash ?? signed.hash }
    const key = await crypto.subtle.importKey('spki', publicKey, algorithm, false, ['verify'])
    return crypto.subtle.verify(algorithm, key, signature, bytes)
  }
  const hash = ecdsa[signatureAlgorithm]
  const curve = curveOf(publicKey)
  if (hash === undefined || curve === undefined) throw new DerError('a signature algorithm is unknown')
  const { namedCurve } = curve
  const key = await crypto.subtle.importKey('spki', publicKey, { name: 'ECDSA', namedCurve }, false, ['verify'])
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, fixedLength(signature, curve.bytes), bytes)
}

function curveOf(publicKey: Bytes) {
  const [info] = derElements(publicKey)
  const [algorithm] = derElements(info?.content ?? new Uint8Array())
  const [, parameters] = derElements(algorithm?.content ?? new Uint8Array())
  return parameters && curves[hexOf(parameters.content)]
}

/** WebCrypto takes both integers of an ECDSA signature in a fixed length instead of DER. */
function fixedLength(signature: Bytes, bytes: number): Bytes {
  const integers = derElements(derChild(derElements(signature), derTags.sequence).content)
  const fixed = new Uint8Array(2 * bytes)
  for (const [index, { content }] of integers.slice(0, 2).entries()) {
    const digits = content.subarray(content.findIndex((byte) => byte !== 0))
    if (digits.length > bytes) throw new DerError('a signature is too long')
    fixed.set(digits, (index + 1) * bytes - digits.length)
  }
  return fixed
}
