import type { CertificateStrength, HostReading } from '@signet/contract/collection/host-readings'
import { required } from '@signet/contract/narrow'
import type { TlsFacts } from '@signet/contract/threats/observations'
import { dayMs } from '@signet/contract/time'
import type { IndicatorName } from '../score/indicators.ts'
import type { ScoreSheet } from '../score/score.ts'

/** Points of 100, set manually. */
const points = { expired: 60, soon: 45, later: 32, otherName: 45, untrusted: 45, weak: 45 } as const
/** Each further problem of the same certificate: replacing it ends them all. */
const furtherPoints = 8

/** Days before its end from which on a certificate or registration counts as expiring soon, and as expiring. */
export const expiryDays = { soon: 14, later: 30 } as const

/** NIST SP 800-57 part 1, table 2: fewer bits are below 112 bits of security. */
const bitsMin: Readonly<Record<string, number>> = { rsa: 2048, 'rsa-pss': 2048, dsa: 2048, ec: 224 }
const brokenDigests = /^(?:md2|md4|md5|sha1)$/

type Certificate = NonNullable<TlsFacts['certificate']>

/** Days until an instant, rounded down; negative after it. */
export const daysUntil = (end: string, reading: Pick<HostReading, 'at'>): number =>
  Math.floor((Date.parse(end) - Date.parse(reading.at)) / dayMs)

/** Whether a certificate has expired; the day on which it does is part of its life. */
export function hasExpired({ notAfter }: Certificate, { at }: Pick<HostReading, 'at'>, sheet: ScoreSheet): boolean {
  if (Date.parse(notAfter) > Date.parse(at)) return false
  sheet.add('Certificate expired', points.expired, notAfter.slice(0, 10))
  return true
}

/** What is wrong with a certificate except that it has expired. */
export function checkCertificate(
  certificate: Certificate,
  facts: TlsFacts,
  strength: CertificateStrength | null,
  { host, at }: Pick<HostReading, 'host' | 'at'>,
  sheet: ScoreSheet,
): void {
  const problems: [name: IndicatorName, points: number, value: string][] = []
  if (!certificate.names.some((name) => covers(name, host)))
    problems.push(['Certificate for another name', points.otherName, certificate.names.slice(0, 5).join(', ')])
  if (facts.problem === 'selfSigned' || facts.problem === 'unknownIssuer')
    problems.push(['Certificate not trusted', points.untrusted, certificate.issuer])
  const weakness = strength && weaknessOf(strength)
  if (weakness) problems.push(['Weak certificate', points.weak, weakness])
  const days = daysUntil(certificate.notAfter, { at })
  if (days >= 0 && days < expiryDays.later) {
    const worth = days < expiryDays.soon ? points.soon : points.later
    problems.push(['Certificate expires soon', worth, certificate.notAfter.slice(0, 10)])
  }
  // The order of the list decides between problems that are worth the same.
  for (const [index, [name, worth, value]] of problems.toSorted(([, one], [, other]) => other - one).entries())
    sheet.add(name, index === 0 ? worth : furtherPoints, value)
}

/** RFC 6125, section 6.4.3: a wildcard stands for one whole label. */
function covers(name: string, host: string): boolean {
  if (name === host) return true
  return name.startsWith('*.') && host.includes('.') && host.slice(host.indexOf('.') + 1) === name.slice(2)
}

function weaknessOf({ keyType, keyBits, digest }: CertificateStrength): string | null {
  const least = bitsMin[keyType]
  const weak: string[] = []
  if (least !== undefined && keyBits !== null && keyBits < least) weak.push(`${keyType} key of ${keyBits} bits`)
  if (digest !== null && brokenDigests.test(digest)) weak.push(`signature with ${digest}`)
  return weak.length > 0 ? weak.join(', ') : null
}

/** The certificate of a reading; null if none was read. */
export const certificateOf = ({ tls }: HostReading): Certificate | null => tls?.facts.certificate ?? null

/** A certificate in words, as evidence. */
export const certificateWords = (certificate: Certificate): string =>
  [
    `Valid from ${certificate.notBefore.slice(0, 10)} until ${certificate.notAfter.slice(0, 10)}`,
    `Subject: ${certificate.subject}`,
    `Issuer: ${certificate.issuer}`,
    `Names: ${certificate.names.slice(0, 20).join(', ')}`,
    `SHA-256: ${required(certificate.sha256, 'a fingerprint')}`,
  ].join('\n')
