import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { UnreadableFile } from '../file-kind.ts'
import { readCertificate, type Certificate } from './certificate.ts'
import { isSigned } from './signature-algorithms.ts'

/** A signature file of a JAR: PKCS#7 signed data without its content. */
export interface SignedData {
  /** All certificates in the file, also those that sign nothing. */
  certificates: Certificate[]
  signers: SignerInfo[]
}

interface SignerInfo {
  issuer: string
  serial: Buffer
  digest: string | undefined
  /** The encoded signed attributes; undefined if the content itself is signed. */
  attributes: DerValue | undefined
  signature: Buffer
}

interface DerValue {
  tag: number
  /** With tag and length. */
  whole: Buffer
  content: Buffer
}

const tags = { integer: 0x02, oid: 0x06, sequence: 0x30, set: 0x31, first: 0xa0 }
const childrenMax = 1000
const depthMax = 16
const messageDigest = '2a864886f70d010904'
const digests: Record<string, string> = {
  '2a864886f70d0205': 'md5',
  '2b0e03021a': 'sha1',
  '608648016503040204': 'sha224',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
}

/** Reads a file such as META-INF/CERT.RSA. Source: RFC 2315 §9. @throws UnreadableFile */
export function readSignedData(bytes: Buffer): SignedData {
  const [, content] = childrenOf(valueAt(bytes, 0))
  const [signedData] = childrenOf(content)
  const fields = childrenOf(signedData)
  const certificates = fields.find(({ tag }) => tag === tags.first)
  // The last field; the algorithms are the first set.
  const infos = fields.findLast(({ tag }) => tag === tags.set)
  return {
    certificates: certificates ? childrenOf(certificates).map(({ whole }) => readCertificate(whole)) : [],
    signers: childrenOf(infos).map(readSignerInfo),
  }
}

/** The content of signed data that has it inside, such as a profile of an app for iOS. @throws UnreadableFile */
export function readSignedContent(bytes: Buffer): Buffer {
  const [, content] = childrenOf(valueAt(bytes, 0))
  const [, , inner] = childrenOf(childrenOf(content)[0])
  const octets = childrenOf(childrenOf(inner)[1])[0]
  if (!octets) throw new UnreadableFile('damaged', 'a PKCS#7 file without its content')
  const isInPieces = (octets.tag & 0x20) !== 0
  return isInPieces ? Buffer.concat(childrenOf(octets).map((piece) => piece.content)) : octets.content
}

/** The certificate that signed a content: the one which a valid signature names, not the first. */
export function signerOf({ certificates, signers }: SignedData, signed: Buffer): Certificate | undefined {
  for (const info of signers) {
    const certificate = certificates.find((each) => isCertificateOf(each, info))
    if (certificate && isSignedBy(certificate, info, signed)) return certificate
  }
  return undefined
}

function readSignerInfo(value: DerValue): SignerInfo {
  const [, name, algorithm, ...rest] = childrenOf(value)
  const [issuer, serial] = childrenOf(name)
  const attributes = rest[0]?.tag === tags.first ? rest[0] : undefined
  const signature = rest[attributes ? 2 : 1]
  if (!issuer || !serial || !signature) throw new UnreadableFile('damaged', 'an incomplete signer in a PKCS#7 file')
  const oid = childrenOf(algorithm)[0]?.content.toString('hex') ?? ''
  return {
    issuer: nameOf(issuer),
    serial: serial.content,
    digest: digests[oid],
    attributes,
    signature: signature.content,
  }
}

function isCertificateOf({ der }: Certificate, { issuer, serial }: SignerInfo): boolean {
  const fields = childrenOf(childrenOf(valueAt(der, 0))[0])
  const at = fields[0]?.tag === tags.first ? 1 : 0
  const name = fields[at + 2]
  return fields[at]?.content.equals(serial) === true && name !== undefined && nameOf(name) === issuer
}

/** A name as text, as the same one may be encoded as different types of strings. Source: RFC 5280 §7.1. */
function nameOf(name: DerValue): string {
  const parts = childrenOf(name).flatMap((set) => childrenOf(set).map(childrenOf))
  return parts.map(([oid, text]) => `${oid?.content.toString('hex')}=${text?.content.toString('utf8').trim()}`).join()
}

function isSignedBy({ key }: Certificate, info: SignerInfo, signed: Buffer): boolean {
  const { attributes, digest } = info
  if (!key || !digest) return false
  if (!attributes) return isSigned(digest, { key }, signed, info.signature)
  const stated = childrenOf(attributes).find((each) => childrenOf(each)[0]?.content.toString('hex') === messageDigest)
  const [value] = childrenOf(childrenOf(stated)[1])
  if (!value?.content.equals(hash(digest, signed, 'buffer'))) return false
  // The attributes are signed as the set that they are, not with the tag that they have in the file (RFC 2315 §9.3).
  const set = Buffer.concat([Buffer.from([tags.set]), attributes.whole.subarray(1)])
  return isSigned(digest, { key }, set, info.signature)
}

function childrenOf(value: DerValue | undefined): DerValue[] {
  if (!value || (value.tag & 0x20) === 0) throw new UnreadableFile('damaged', 'a PKCS#7 structure is missing')
  const children: DerValue[] = []
  let at = 0
  while (at < value.content.length) {
    if (children.length === childrenMax) throw new UnreadableFile('tooLarge', 'too many values in a PKCS#7 file')
    const child = valueAt(value.content, at)
    children.push(child)
    at += child.whole.length
  }
  return children
}

/** Apple's tools leave open how long the outer values are (X.690 §8.1.3.6); those end with two zeros. */
function openValueAt(bytes: Buffer, start: number, tag: number, depth: number): DerValue {
  if (depth > depthMax || (tag & 0x20) === 0) throw new UnreadableFile('damaged', 'a PKCS#7 value has no end')
  let at = start + 2
  for (let count = 0; count < childrenMax && at + 2 <= bytes.length; count += 1) {
    if (bytes[at] === 0 && bytes[at + 1] === 0)
      return { tag, whole: bytes.subarray(start, at + 2), content: bytes.subarray(start + 2, at) }
    at += valueAt(bytes, at, depth + 1).whole.length
  }
  throw new UnreadableFile('damaged', 'a PKCS#7 value has no end')
}

function valueAt(bytes: Buffer, start: number, depth = 0): DerValue {
  const tag = bytes[start]
  const first = bytes[start + 1]
  if (tag === undefined || first === undefined) throw new UnreadableFile('damaged', 'a PKCS#7 value ends early')
  if (first === 0x80) return openValueAt(bytes, start, tag, depth)
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const at = start + 2 + lengthBytes
  if (lengthBytes > 4 || at > bytes.length)
    throw new UnreadableFile('damaged', 'a PKCS#7 value has an unsupported length')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(start + 2, lengthBytes)
  if (at + length > bytes.length) throw new UnreadableFile('damaged', 'a PKCS#7 value ends outside the file')
  return { tag, whole: bytes.subarray(start, at + length), content: bytes.subarray(at, at + length) }
}
