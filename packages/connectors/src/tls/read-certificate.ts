import { createHash, type X509Certificate } from 'node:crypto'
import { connect, type TLSSocket } from 'node:tls'
import { causeOf } from '@signet/contract/errors/program-errors'
import { required } from '@signet/contract/narrow'
import type { CertificateStrength } from '@signet/contract/collection/host-readings'
import type { ObservationProblem, TlsFacts } from '@signet/contract/threats/observations'
import { ConnectorError } from '../connector-error.ts'
import { checkUrl, resolvePublic } from '../public-address.ts'
import type { OutsideOptions } from '../outside-options.ts'

/** Options for reading the certificate of a host. */
export interface TlsOptions extends OutsideOptions {
  /** 443 by default. */
  port?: number | undefined
  /** For the whole reading; 8 s by default. */
  timeoutMs?: number | undefined
}

const defaults = { port: 443, timeoutMs: 8_000 }
const namesMax = 100

/**
 * Reads the certificate of a host at a public address, including one that a browser would reject.
 *
 * @param host in its ASCII form
 * @returns no certificate when there is no response or the handshake fails; `problem` contains the reason
 */
export async function readCertificate(host: string, options: TlsOptions = {}): Promise<TlsFacts> {
  return (await readTls(host, options)).facts
}

/** Like `readCertificate`, with the strength of the certificate. */
export async function readTls(
  host: string,
  options: TlsOptions = {},
): Promise<{ facts: TlsFacts; strength: CertificateStrength | null }> {
  const port = options.port ?? defaults.port
  const timeoutMs = options.timeoutMs ?? defaults.timeoutMs
  const allowAddress = options.allowAddress ?? []
  const url = new URL(`https://${host}:${port}`)
  await options.before?.(host)
  let socket: TLSSocket | null = null
  try {
    checkUrl(url, allowAddress)
    const [address] = await resolvePublic(url, allowAddress, timeoutMs, options.lookup)
    socket = await handshake(required(address, 'an address'), port, host, timeoutMs)
    const certificate = socket.getPeerX509Certificate()
    if (!certificate) return { facts: none(host, 'noCertificate'), strength: null }
    const error: unknown = socket.authorizationError
    const facts = {
      host,
      certificate: factsOf(certificate),
      isTrusted: socket.authorized,
      problem: socket.authorized ? null : problemOf(error),
    }
    return { facts, strength: strengthOf(certificate) }
  } catch (error) {
    if (!(error instanceof ConnectorError)) return { facts: none(host, problemOf(error)), strength: null }
    return { facts: none(host, error.kind === 'refused' ? 'notPublic' : 'notResolved'), strength: null }
  } finally {
    socket?.destroy()
  }
}

function handshake(address: string, port: number, host: string, timeoutMs: number): Promise<TLSSocket> {
  return new Promise((done, fail) => {
    const socket = connect({
      host: address,
      port,
      servername: host,
      // The certificate is read even if it is invalid; no data is sent over this connection.
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
    })
    const clock = setTimeout(
      () => socket.destroy(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    socket.on('secureConnect', () => done(socket))
    socket.on('error', fail)
    socket.on('close', () => {
      clearTimeout(clock)
      fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    })
  })
}

function factsOf(certificate: X509Certificate): TlsFacts['certificate'] {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    names: namesOf(certificate.subjectAltName),
    notBefore: instantOf(certificate.validFromDate),
    notAfter: instantOf(certificate.validToDate),
    sha256: createHash('sha256').update(certificate.raw).digest('hex'),
    keySha256: createHash('sha256')
      .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
  }
}

/** Bits of the named curves that certificates have (RFC 8422, section 5.1.1). */
const curveBits: Readonly<Record<string, number>> = {
  secp192r1: 192,
  prime192v1: 192,
  secp224r1: 224,
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
}

function strengthOf({ publicKey, signatureAlgorithm }: X509Certificate): CertificateStrength {
  const { modulusLength, namedCurve = '' } = publicKey.asymmetricKeyDetails ?? {}
  return {
    keyType: publicKey.asymmetricKeyType ?? 'unknown',
    keyBits: modulusLength ?? curveBits[namedCurve] ?? null,
    // E.g. `sha256WithRSAEncryption` or `ecdsa-with-SHA1`; other algorithms have a digest of their own.
    digest:
      /md[245]|sha-?\d+/i
        .exec(signatureAlgorithm ?? '')?.[0]
        .toLowerCase()
        .replace('-', '') ?? null,
  }
}

/** Names in the form `DNS:x, DNS:y`; quoted names contain characters that hosts can't have. */
function namesOf(text: string | undefined): string[] {
  const names = [...(text ?? '').matchAll(/(?:^|, )DNS:([^",\s]+)/g)].map(([, name = '']) => name.toLowerCase())
  return [...new Set(names)].slice(0, namesMax)
}

const oneLine = (name: string | undefined) => (name ?? '').split('\n').filter(Boolean).join(', ').slice(0, 500)
const instantOf = (at: Date) => (Number.isNaN(at.getTime()) ? new Date(0) : at).toISOString()

const problems: Readonly<Record<string, ObservationProblem>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  ETIMEDOUT: 'slow',
  EHOSTUNREACH: 'noResponse',
  ENETUNREACH: 'noResponse',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownIssuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownIssuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
}

const certificateFaults: ReadonlySet<ObservationProblem | undefined> = new Set([
  'expired',
  'notYetValid',
  'selfSigned',
  'unknownIssuer',
  'otherName',
])

/** Whether the code of a failed connection says that the certificate isn't valid for its host. */
export const isCertificateFault = (code: unknown): boolean =>
  typeof code === 'string' && certificateFaults.has(problems[code])

/** The problem of an error, or of the code of OpenSSL that says why a certificate isn't trusted. */
function problemOf(error: unknown): ObservationProblem {
  const code = typeof error === 'string' ? error : causeOf(error).code
  return problems[code] ?? 'handshake'
}

const none = (host: string, problem: ObservationProblem): TlsFacts => ({
  host,
  certificate: null,
  isTrusted: false,
  problem,
})
