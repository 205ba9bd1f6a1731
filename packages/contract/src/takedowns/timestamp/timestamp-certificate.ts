import { derChild, derElements, DerError, derTags, derTime, hexOf, type Bytes, type DerElement } from './der.ts'

/** What a timestamp needs of the certificate of its authority. */
export interface TimestampCertificate {
  /** In DER. */
  whole: Bytes
  /** Issuer and serial number in DER, one after the other. */
  issuerAndSerial: Bytes
  /** The common name, otherwise the organisation. */
  name: string
  /** SubjectPublicKeyInfo in DER. */
  publicKey: Bytes
  notBefore: Date
  notAfter: Date
  /** Whether it is for timestamps and nothing else. */
  isForTimestamps: boolean
}

const oids = {
  commonName: '550403',
  organisation: '55040a',
  extendedKeyUsage: '551d25',
  timeStamping: '2b06010505070308',
}

/**
 * Reads a certificate.
 *
 * Source: RFC 5280, section 4.1; the key usage by RFC 3161, section 2.3.
 *
 * @throws DerError if it has another structure
 */
export function readTimestampCertificate(whole: Bytes): TimestampCertificate {
  const [certificate] = derElements(whole)
  const [tbs] = derElements(certificate?.content ?? new Uint8Array())
  const fields = derElements(tbs?.content ?? new Uint8Array())
  // The version is left out in certificates of version 1.
  const [serial, , issuer, validity, subject, publicKey] =
    fields[0]?.tag === derTags.context0 ? fields.slice(1) : fields
  if (!serial || !issuer || !validity || !subject || !publicKey) throw new DerError('the certificate is incomplete')
  const [notBefore, notAfter] = derElements(validity.content).map(derTime)
  if (!notBefore || !notAfter) throw new DerError('the certificate has no validity')
  return {
    whole,
    issuerAndSerial: joined(issuer.whole, serial.whole),
    name: nameIn(subject),
    publicKey: publicKey.whole,
    notBefore,
    notAfter,
    isForTimestamps: isForTimestamps(fields),
  }
}

function joined(a: Bytes, b: Bytes): Bytes {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}

function nameIn(subject: DerElement): string {
  const names = new Map<string, string>()
  for (const set of derElements(subject.content)) {
    for (const pair of derElements(set.content)) {
      const [type, value] = derElements(pair.content)
      if (type && value) names.set(hexOf(type.content), new TextDecoder().decode(value.content).slice(0, 200))
    }
  }
  return names.get(oids.commonName) ?? names.get(oids.organisation) ?? ''
}

/** The extension must be critical and name this purpose only. */
function isForTimestamps(fields: readonly DerElement[]): boolean {
  const extensions = fields.find(({ tag }) => tag === derTags.context3)
  if (!extensions) return false
  for (const extension of derElements(derChild(derElements(extensions.content), derTags.sequence).content)) {
    const parts = derElements(extension.content)
    if (hexOf(derChild(parts, derTags.oid).content) !== oids.extendedKeyUsage) continue
    const isCritical = parts.some(({ tag, content }) => tag === derTags.boolean && content[0] === 0xff)
    const [purposes] = derElements(derChild(parts, derTags.octetString).content)
    const named = derElements(purposes?.content ?? new Uint8Array()).map(({ content }) => hexOf(content))
    return isCritical && named.length === 1 && named[0] === oids.timeStamping
  }
  return false
}
