import { textIn } from '@signet/contract/narrow'
import { certificateDetails } from './certificate.ts'
import { entryOfLeaf } from './entry.ts'
import type { TileLeaf } from './tile-leaves.ts'

/** What the certificate of an entry says; every text is null for a certificate that can't be read. */
interface CertificateRecord {
  sha256: string | null
  serial: string | null
  subjectCN: string | null
  issuerCN: string | null
  issuerO: string | null
  notBefore: string | null
  notAfter: string | null
  dns: string[]
  ip: string[]
}

/** An entry of a log as `signet read` prints it. */
export interface LoggedRecord extends CertificateRecord {
  type: 'precert' | 'x509'
  /** Milliseconds since 1970. */
  timestamp: number
  /** The same as the fields of the entry itself; null for a certificate that can't be read. */
  cert: CertificateRecord | null
}

const secondsOf = (time: Date) => time.toISOString().replace('.000Z', 'Z')

function recordOf(timestamp: number, isPrecertificate: boolean, der: Buffer | null): LoggedRecord {
  const details = der && certificateDetails(der)
  const cert = details && {
    sha256: details.sha256,
    serial: details.serial,
    subjectCN: details.subjectCommonName,
    issuerCN: details.issuerCommonName,
    issuerO: details.issuerOrganization,
    notBefore: secondsOf(details.notBefore),
    notAfter: secondsOf(details.notAfter),
    dns: details.dns,
    ip: details.ip,
  }
  return { type: isPrecertificate ? 'precert' : 'x509', timestamp, ...(cert ?? unreadable), cert }
}

const unreadable: CertificateRecord = {
  sha256: null,
  serial: null,
  subjectCN: null,
  issuerCN: null,
  issuerO: null,
  notBefore: null,
  notAfter: null,
  dns: [],
  ip: [],
}

/** An entry of a data tile. */
export const recordOfTileLeaf = (leaf: TileLeaf): LoggedRecord & Record<string, unknown> => ({
  leafIndex: leaf.leafIndex,
  ...recordOf(leaf.timestamp, leaf.isPrecertificate, leaf.certificate),
  issuerKeyHash: leaf.issuerKeyHash?.toString('hex') ?? null,
  chainFingerprints: leaf.chainFingerprints.map((fingerprint) => fingerprint.toString('hex')),
})

/** An entry in an answer to `get-entries`; `index` counts from the first one of the answer, because it doesn't say where it is from. */
export function recordOfAnswerEntry(row: unknown, index: number): LoggedRecord & Record<string, unknown> {
  const extra = Buffer.from(textIn(row, 'extra_data') ?? '', 'base64')
  const entry = entryOfLeaf(Buffer.from(textIn(row, 'leaf_input') ?? '', 'base64'), () => extra, index)
  return {
    index,
    ...recordOf(entry.loggedAt, entry.isPrecertificate, certificateIn(entry)),
    chainLength: chainLength(extra, entry.isPrecertificate),
  }
}

function certificateIn(entry: ReturnType<typeof entryOfLeaf>): Buffer | null {
  try {
    return entry.certificate
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Certificates in the chain of `extra_data` (RFC 6962, sections 3.1 and 3.2); null when it ends early. */
function chainLength(extra: Buffer, isPrecertificate: boolean): number | null {
  const uint24 = (at: number) => (at + 3 <= extra.length ? extra.readUIntBE(at, 3) : Number.NaN)
  let at = isPrecertificate ? 3 + uint24(0) : 0
  const end = at + 3 + uint24(at)
  let length = 0
  for (at += 3; at < end; length += 1) at += 3 + uint24(at)
  return at === end && end === extra.length ? length : null
}

/**
 * The names below each domain that several of the certificates have names below, in alphabetical order.
 *
 * @returns an object from domains of at least two labels to names
 */
export function sharedDomains(records: readonly LoggedRecord[]): Record<string, string[]> {
  const names = new Map<string, Set<string>>()
  const certificates = new Map<string, number>()
  for (const { dns } of records) {
    const domains = new Set<string>()
    for (const name of dns) {
      for (const domain of domainsAbove(name)) {
        domains.add(domain)
        names.set(domain, (names.get(domain) ?? new Set()).add(name))
      }
    }
    for (const domain of domains) certificates.set(domain, (certificates.get(domain) ?? 0) + 1)
  }
  const shared = [...names].filter(([domain]) => (certificates.get(domain) ?? 0) > 1)
  return Object.fromEntries(shared.map(([domain, found]) => [domain, [...found].toSorted()]))
}

/** The longest name of a host; RFC 1035, section 2.3.4. */
const nameMax = 253

/** The name itself and the domains that it is below, of at least two labels, without a wildcard. */
function domainsAbove(name: string): string[] {
  if (name.length > nameMax) return []
  const labels = name.toLowerCase().replace(/^\*\./, '').replace(/\.$/, '').split('.')
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}
