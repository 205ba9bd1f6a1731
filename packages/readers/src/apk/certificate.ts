import { createHash, X509Certificate, type KeyObject } from 'node:crypto'
import type { Buffer } from 'node:buffer'

/** What identifies the signer of an app. */
export interface SignerCertificate {
  /** As in RFC 4514, the most specific part first. */
  subject: string | null
  certSha256: string
  certSha1: string
  certMd5: string
  keyAlgorithm: string | null
  keyBits: number | null
}

export interface Certificate {
  der: Buffer
  /** Undefined if the bytes are no certificate. */
  x509: X509Certificate | undefined
  key: KeyObject | undefined
}

/** Never fails: apps carry broken certificates on purpose. */
export function readCertificate(der: Buffer): Certificate {
  try {
    const x509 = new X509Certificate(der)
    return { der, x509, key: x509.publicKey }
  } catch {
    return { der, x509: undefined, key: undefined }
  }
}

export const fingerprint = ({ der }: Certificate) => digest('sha256', der)

export function describeCertificate(certificate: Certificate): SignerCertificate {
  const { der, x509, key } = certificate
  return {
    subject: x509 ? subjectOf(x509) : null,
    certSha256: fingerprint(certificate),
    certSha1: digest('sha1', der),
    certMd5: digest('md5', der),
    keyAlgorithm: key?.asymmetricKeyType?.toUpperCase().split('-')[0] ?? null,
    keyBits: key ? bitsOf(key) : null,
  }
}

const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex')

/** Node gives one part per line, from the country on, with special characters escaped. */
function subjectOf({ subject }: X509Certificate): string {
  const parts = (subject ?? '').split('\n').filter(Boolean)
  return parts.toReversed().map(partOf).join(', ')
}

function partOf(part: string): string {
  const [name = '', ...rest] = part.split('=')
  const value = rest.join('=').replaceAll(/\\(.)/g, '$1')
  const quoted = /[,+="<>#;\\]|^ | $/.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value
  return `${name === 'emailAddress' ? 'EMAILADDRESS' : name}=${quoted}`
}

/** The bits of an RSA or DSA key, or those in the name of its curve, e.g. `secp384r1`. */
function bitsOf({ asymmetricKeyDetails: details }: KeyObject): number | null {
  const curve = /\d{3}/.exec(details?.namedCurve ?? '')?.[0]
  return details?.modulusLength ?? (curve ? Number(curve) : null)
}
