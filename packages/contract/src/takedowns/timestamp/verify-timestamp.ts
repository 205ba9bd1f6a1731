import {
  derChild,
  derElements,
  DerError,
  derTags,
  derTime,
  hexOf,
  isSameBytes,
  type Bytes,
  type DerElement,
} from './der.ts'
import { isSignedBy } from './timestamp-signature.ts'
import { readTimestampCertificate, type TimestampCertificate } from './timestamp-certificate.ts'

/** A timestamp that an authority signed for a message. */
export interface Timestamp {
  /** ISO 8601 in UTC. */
  at: string
  /** The name in the certificate of the authority. */
  authority: string
  /** SHA-256 of that certificate in hex. Whether the authority can be trusted is for the reader to decide. */
  certificateSha256: string
  /** Of the request, in hex; null if there was none. */
  nonce: string | null
}

const oids = {
  signedData: '2a864886f70d010702',
  timestampInfo: '2a864886f70d0109100104',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingCertificate: '2a864886f70d010910020c',
  signingCertificateV2: '2a864886f70d010910022f',
}
/** The digests that WebCrypto has, by object identifier. */
const digests: Record<string, string> = {
  '2b0e03021a': 'SHA-1',
  '608648016503040201': 'SHA-256',
  '608648016503040202': 'SHA-384',
  '608648016503040203': 'SHA-512',
}

/**
 * Verifies the token of a timestamp for a message: its digest, the signature, and that the certificate in it is for timestamps and was
 * valid then. Who issued that certificate isn't checked.
 *
 * Source: RFC 3161, section 2.4.2; CMS of RFC 5652, section 5; ESSCertIDv2 of RFC 5816.
 *
 * @returns null if it isn't a timestamp of this message
 */
export async function verifyTimestamp(token: Bytes, message: Bytes): Promise<Timestamp | null> {
  try {
    return await verified(token, message)
  } catch (error) {
    // Bytes of another structure, or of a key that isn't one.
    if (error instanceof DerError || error instanceof DOMException) return null
    throw error
  }
}

async function verified(token: Bytes, message: Bytes): Promise<Timestamp | null> {
  const { info, infoBytes, certificates, signer } = partsOf(token)
  const [, , imprint, , time] = info
  if (!imprint || !time) throw new DerError('the timestamp is incomplete')
  const [algorithm, digest] = derElements(imprint.content)
  if (!algorithm || !digest || !isSameBytes(await digestOf(algorithm, message), digest.content)) return null
  const certificate = certificates.find(({ issuerAndSerial }) => isSameBytes(issuerAndSerial, signer.signedBy))
  const at = derTime(time)
  if (!certificate?.isForTimestamps || at < certificate.notBefore || at > certificate.notAfter) return null
  if (!(await hasAttributes(signer, infoBytes, certificate))) return null
  const { signatureAlgorithm, signature, signedBytes } = signer
  const hash = digests[oidOf(signer.digestAlgorithm)] ?? ''
  if (!(await isSignedBy(certificate.publicKey, { signatureAlgorithm, hash, signature, bytes: signedBytes })))
    return null
  const nonce = info.slice(5).find(({ tag }) => tag === derTags.integer)
  return {
    at: at.toISOString(),
    authority: certificate.name,
    certificateSha256: hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', certificate.whole))),
    nonce: nonce ? hexOf(nonce.content) : null,
  }
}

interface Signer {
  /** Issuer and serial number of its certificate in DER. */
  signedBy: Bytes
  digestAlgorithm: DerElement
  attributes: DerElement[]
  /** The attributes as they are signed: with the tag of a set. */
  signedBytes: Bytes
  signatureAlgorithm: string
  signature: Bytes
}

function partsOf(token: Bytes) {
  const [outer] = derElements(token)
  const parts = derElements(outer?.content ?? new Uint8Array())
  if (hexOf(derChild(parts, derTags.oid).content) !== oids.signedData) throw new DerError('no signed data')
  const [signedData] = derElements(derChild(parts, derTags.context0).content)
  const fields = derElements(signedData?.content ?? new Uint8Array())
  const wrapped = derElements(derChild(fields, derTags.sequence).content)
  if (hexOf(derChild(wrapped, derTags.oid).content) !== oids.timestampInfo) throw new DerError('no timestamp')
  const [octets] = derElements(derChild(wrapped, derTags.context0).content)
  const infoBytes = octets?.content ?? new Uint8Array()
  const [info] = derElements(infoBytes)
  const certificates = derElements(derChild(fields, derTags.context0).content)
  const signers = fields.findLast(({ tag }) => tag === derTags.set)
  const [signer, ...others] = derElements(signers?.content ?? new Uint8Array())
  if (!signer || others.length > 0) throw new DerError('a timestamp has one signer')
  return {
    info: derElements(info?.content ?? new Uint8Array()),
    infoBytes,
    certificates: certificates
      .filter(({ tag }) => tag === derTags.sequence)
      .map(({ whole }) => readTimestampCertificate(whole)),
    signer: signerOf(signer),
  }
}

function signerOf(signer: DerElement): Signer {
  const [, signedBy, digestAlgorithm, attributes, signatureAlgorithm, signature] = derElements(signer.content)
  if (!signedBy || !digestAlgorithm || attributes?.tag !== derTags.context0 || !signatureAlgorithm || !signature) {
    throw new DerError('the signer is incomplete')
  }
  const signedBytes = attributes.whole.slice()
  signedBytes[0] = derTags.set
  return {
    signedBy: signedBy.content,
    digestAlgorithm,
    attributes: derElements(attributes.content),
    signedBytes,
    signatureAlgorithm: oidOf(signatureAlgorithm),
    signature: signature.content,
  }
}

/** Whether the signed attributes name the content, its digest and the certificate. */
async function hasAttributes(
  { attributes, digestAlgorithm }: Signer,
  content: Bytes,
  certificate: TimestampCertificate,
): Promise<boolean> {
  const values = new Map(
    attributes.map((attribute) => {
      const [type, set] = derElements(attribute.content)
      return [hexOf(type?.content ?? new Uint8Array()), derElements(set?.content ?? new Uint8Array())[0]]
    }),
  )
  const [type, digest] = [values.get(oids.contentType), values.get(oids.messageDigest)]
  if (!type || !digest || hexOf(type.content) !== oids.timestampInfo) return false
  if (!isSameBytes(await digestOf(digestAlgorithm, content), digest.content)) return false
  const [v2, v1] = [values.get(oids.signingCertificateV2), values.get(oids.signingCertificate)]
  const named = v2 ?? v1
  if (!named) return false
  // SigningCertificate: a sequence of sequences that begin with an algorithm, if it isn't the default, and the hash.
  const [list] = derElements(named.content)
  const [first] = derElements(list?.content ?? new Uint8Array())
  const id = derElements(first?.content ?? new Uint8Array())
  const algorithm = id[0]?.tag === derTags.sequence ? nameOf(id[0]) : v2 ? 'SHA-256' : 'SHA-1'
  const hash = derChild(id, derTags.octetString).content
  return isSameBytes(new Uint8Array(await crypto.subtle.digest(algorithm, certificate.whole)), hash)
}

const oidOf = (algorithm: DerElement) => hexOf(derChild(derElements(algorithm.content), derTags.oid).content)

function nameOf(algorithm: DerElement): string {
  const name = digests[oidOf(algorithm)]
  if (name === undefined) throw new DerError('a digest is unknown')
  return name
}

async function digestOf(algorithm: DerElement, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(nameOf(algorithm), bytes))
}
