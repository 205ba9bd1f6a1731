import { hash } from 'node:crypto'
import { timeAt } from './certificate-time.ts'
import { derTags } from '@signet/contract/takedowns/timestamp/der'
import { DerCursor } from './der.ts'

/** Tags of RFC 5280, section 4.1 (TBSCertificate) and 4.2.1.6 (GeneralName). */
const version = 0xa0
const issuerUid = 0x81
const subjectUid = 0x82
const extensionsTag = 0xa3
const dnsName = 0x82
const ipAddress = 0x87

/** Contents of object identifiers. */
const sanOid = [0x55, 0x1d, 0x11]
const commonNameOid = [0x55, 0x04, 0x03]
const organizationOid = [0x55, 0x04, 0x0a]
/** 1.3.6.1.4.1.11129.2.4.3: RFC 6962, section 3.1. */
const poisonOid = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x03]

/** Maximum number of names read from one certificate; the largest certificates of public authorities have 2,000. */
const namesMax = 10_000

/**
 * A strict parser for one certificate, or for its signed part, without copies: it records positions, and a name only becomes a string when
 * it is read. One instance is reused for all certificates.
 *
 * Source: RFC 5280, section 4.1. An element out of place, of another type, longer than its container or followed by others makes the whole
 * certificate unreadable, because a lenient parser could miss a name.
 */
export class CertificateWalk {
  readonly #der = new DerCursor()
  /** Number of names, in all certificates, that were not text; see `names`. */
  namesLeftOut = 0
  notBefore = 0
  notAfter = 0
  isPrecertificate = false
  #bytes: Buffer = Buffer.alloc(0)
  #serial = 0
  #serialEnd = 0
  #issuer = 0
  #issuerEnd = 0
  #subject = 0
  #subjectEnd = 0
  #san = 0
  #sanEnd = 0
  #textTag = 0
  #textAt = 0
  #textEnd = 0

  /** @returns false when the bytes from `start` to `end` are not a certificate */
  readCertificate(bytes: Buffer, start: number, end: number): boolean {
    const der = this.#open(bytes, start)
    if (der.enter(derTags.sequence, end) !== end || !this.#readTbs(end)) return false
    return der.skip(derTags.sequence, end) >= 0 && der.skip(derTags.bitString, end) === end
  }

  /** @returns false when the bytes from `start` to `end` are not a TBSCertificate */
  readTbs(bytes: Buffer, start: number, end: number): boolean {
    this.#open(bytes, start)
    return this.#readTbs(end) && this.#der.at === end
  }

  /**
   * The DNS names of the certificate in order: those of the subject alternative name, and the common name if it is not among them and looks
   * like a DNS name. Names with bytes outside printable ASCII (a NUL that cuts a name short, raw UTF-8) are left out and counted.
   */
  names(): string[] {
    const names = this.dnsNames()
    // The common name is usually one of the names. Comparing bytes avoids creating a string for it.
    if (!this.#find(this.#subject, this.#subjectEnd, commonNameOid) || this.#isAmongNames()) return names
    const common = this.#text()
    if (common !== null && common.includes('.') && isHostText(common)) names.push(common)
    return names
  }

  dnsNames(): string[] {
    const names: string[] = []
    const bytes = this.#bytes
    // Tag and length of each name were checked when the certificate was read.
    for (let at = this.#san; at < this.#sanEnd && names.length < namesMax;) {
      const start = startOf(bytes, at)
      const end = start + lengthOf(bytes, at)
      if (bytes[at] === dnsName) {
        if (isPrintable(bytes, start, end)) names.push(bytes.toString('latin1', start, end))
        else this.namesLeftOut += 1
      }
      at = end
    }
    return names
  }

  /** Addresses in the subject alternative name, e.g. `192.0.2.1` or `2001:db8:0:0:0:0:0:1`. */
  ipAddresses(): string[] {
    const found: string[] = []
    const bytes = this.#bytes
    for (let at = this.#san; at < this.#sanEnd;) {
      const start = startOf(bytes, at)
      const end = start + lengthOf(bytes, at)
      if (bytes[at] === ipAddress) {
        const content = bytes.subarray(start, end)
        if (content.length === 4) found.push(content.join('.'))
        if (content.length === 16)
          found.push(Array.from({ length: 8 }, (_, n) => content.readUInt16BE(2 * n).toString(16)).join(':'))
      }
      at = end
    }
    return found
  }

  /** The last common name of the subject. */
  commonName(): string | null {
    return this.#attribute(this.#subject, this.#subjectEnd, commonNameOid)
  }
  issuerCommonName(): string | null {
    return this.#attribute(this.#issuer, this.#issuerEnd, commonNameOid)
  }
  issuerOrganization(): string | null {
    return this.#attribute(this.#issuer, this.#issuerEnd, organizationOid)
  }

  /** Lower-case hexadecimal without leading zeros. */
  serial(): string {
    return this.#bytes.toString('hex', this.#serial, this.#serialEnd).replace(/^0+(?=.)/, '')
  }

  /** The identity that a precertificate shares only with its certificate: the serial number and a hash of the issuer's name. */
  identity(): string {
    const bytes = this.#bytes
    const at = this.#serial
    const length = this.#serialEnd - at
    const sum = this.#issuerSum()
    const [low, high] = [sum & 0xff_ff, sum >>> 16]
    // RFC 5280, section 4.1.2.2 limits serial numbers to 20 bytes. With two bytes per character, the string is created in one step, without
    // a native call.
    if (length > 20) return bytes.toString('latin1', at, this.#serialEnd) + String.fromCharCode(low, high)
    const pair = (n: number) => (n >= length ? 0 : (bytes[at + n]! << 8) | (n + 1 < length ? bytes[at + n + 1]! : 0))
    return String.fromCharCode(
      length,
      pair(0),
      pair(2),
      pair(4),
      pair(6),
      pair(8),
      pair(10),
      pair(12),
      pair(14),
      pair(16),
      pair(18),
      low,
      high,
    )
  }

  /** A checksum of the issuer's name. It needn't be collision-resistant, because serial numbers are random (Baseline Requirements, 7.1). */
  #issuerSum(): number {
    const bytes = this.#bytes
    const end = this.#issuerEnd
    let at = this.#issuer
    let sum = 0x811c9dc5 | 0
    for (; at + 4 <= end; at += 4) {
      const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
      sum = Math.imul(sum ^ word, 0x9e3779b1)
      sum ^= sum >>> 15
    }
    for (; at < end; at += 1) sum = Math.imul(sum ^ bytes[at]!, 0x01000193)
    return sum
  }

  #open(bytes: Buffer, start: number): DerCursor {
    this.#bytes = bytes
    this.#der.bytes = bytes
    this.#der.at = start
    this.#san = 0
    this.#sanEnd = 0
    this.isPrecertificate = false
    return this.#der
  }

  #readTbs(limit: number): boolean {
    const der = this.#der
    const end = der.enter(derTags.sequence, limit)
    if (end < 0) return false
    if (der.is(version, end) && der.skip(version, end) < 0) return false
    this.#serialEnd = der.enter(derTags.integer, end)
    this.#serial = der.at
    if (this.#serialEnd <= this.#serial) return false
    der.at = this.#serialEnd
    if (der.skip(derTags.sequence, end) < 0) return false
    this.#issuerEnd = der.enter(derTags.sequence, end)
    this.#issuer = der.at
    if (this.#issuerEnd < 0) return false
    der.at = this.#issuerEnd
    if (!this.#readValidity(end)) return false
    this.#subjectEnd = der.enter(derTags.sequence, end)
    this.#subject = der.at
    if (this.#subjectEnd < 0) return false
    der.at = this.#subjectEnd
    // The public key.
    if (der.skip(derTags.sequence, end) < 0) return false
    if (der.is(issuerUid, end) && der.skip(issuerUid, end) < 0) return false
    if (der.is(subjectUid, end) && der.skip(subjectUid, end) < 0) return false
    return der.at === end || this.#readExtensions(end)
  }

  #readValidity(limit: number): boolean {
    const der = this.#der
    const end = der.enter(derTags.sequence, limit)
    if (end < 0) return false
    this.notBefore = this.#time(end)
    this.notAfter = this.#time(end)
    return der.at === end && !Number.isNaN(this.notBefore) && !Number.isNaN(this.notAfter)
  }

  /** Milliseconds since 1970; NaN if it is not a time by RFC 5280, section 4.1.2.5. */
  #time(limit: number): number {
    const der = this.#der
    const isShort = der.is(derTags.utcTime, limit)
    const end = der.enter(isShort ? derTags.utcTime : derTags.generalizedTime, limit)
    const { at } = der
    if (end < 0 || end - at !== (isShort ? 13 : 15) || this.#bytes[end - 1] !== 0x5a) return Number.NaN
    der.at = end
    return timeAt(this.#bytes, at, isShort)
  }

  #readExtensions(limit: number): boolean {
    const der = this.#der
    if (der.enter(extensionsTag, limit) !== limit || der.enter(derTags.sequence, limit) !== limit) return false
    while (der.at < limit) {
      const end = der.enter(derTags.sequence, limit)
      if (end < 0) return false
      const oidEnd = der.enter(derTags.oid, end)
      if (oidEnd < 0) return false
      const oid = der.at
      der.at = oidEnd
      if (der.is(derTags.boolean, end) && der.skip(derTags.boolean, end) < 0) return false
      if (der.enter(derTags.octetString, end) !== end) return false
      if (sameBytes(this.#bytes, oid, oidEnd, sanOid)) {
        if (this.#sanEnd > 0 || !this.#readSan(end)) return false
      } else if (sameBytes(this.#bytes, oid, oidEnd, poisonOid)) this.isPrecertificate = true
      der.at = end
    }
    return true
  }

  #readSan(end: number): boolean {
    const der = this.#der
    if (der.enter(derTags.sequence, end) !== end) return false
    this.#san = der.at
    this.#sanEnd = end
    while (der.at < end) {
      // The types of names have context-specific tags, 0 to 8.
      const tag = this.#bytes[der.at]!
      if ((tag & 0xc0) !== 0x80 || (tag & 0x1f) > 8 || der.skip(tag, end) < 0) return false
    }
    return true
  }

  /** The last value of an attribute in a name (RDNSequence of RFC 5280, section 4.1.2.4). */
  #attribute(start: number, end: number, oid: readonly number[]): string | null {
    return this.#find(start, end, oid) ? this.#text() : null
  }

  /** Finds the last value of an attribute in a name and moves the position to it. */
  #find(start: number, end: number, oid: readonly number[]): boolean {
    const der = this.#der
    let isFound = false
    der.at = start
    while (der.at < end) {
      const setEnd = der.enter(derTags.set, end)
      if (setEnd < 0) return isFound
      while (der.at < setEnd) {
        const pairEnd = der.enter(derTags.sequence, setEnd)
        const oidEnd = pairEnd < 0 ? -1 : der.enter(derTags.oid, pairEnd)
        if (oidEnd < 0) return isFound
        const isWanted = sameBytes(this.#bytes, der.at, oidEnd, oid)
        der.at = oidEnd
        const tag = this.#bytes[oidEnd]!
        const textEnd = isWanted ? der.enter(tag, pairEnd) : -1
        if (textEnd >= 0) {
          this.#textTag = tag
          this.#textAt = der.at
          this.#textEnd = textEnd
          isFound = true
        }
        der.at = pairEnd
      }
    }
    return isFound
  }

  /** Whether the found value is one of the DNS names, byte for byte. */
  #isAmongNames(): boolean {
    const bytes = this.#bytes
    const length = this.#textEnd - this.#textAt
    for (let at = this.#san; at < this.#sanEnd;) {
      const start = startOf(bytes, at)
      const size = lengthOf(bytes, at)
      if (bytes[at] === dnsName && size === length) {
        let same = 0
        while (same < length && bytes[start + same] === bytes[this.#textAt + same]) same += 1
        if (same === length) return true
      }
      at = start + size
    }
    return false
  }

  /** The found value: a DirectoryString in UTF-8, in one of the single-byte types, or in UTF-16. */
  #text(): string | null {
    const [start, end] = [this.#textAt, this.#textEnd]
    const tag = this.#textTag
    if (tag === 0x0c) return this.#bytes.toString('utf8', start, end)
    if (tag === 0x13 || tag === 0x14 || tag === 0x16) return this.#bytes.toString('latin1', start, end)
    if (tag === 0x1e && (end - start) % 2 === 0)
      return Buffer.from(this.#bytes.subarray(start, end)).swap16().toString('utf16le')
    return null
  }
}

/** Where the content of an already validated element begins. */
function startOf(bytes: Buffer, at: number): number {
  const first = bytes[at + 1]!
  return first < 0x80 ? at + 2 : at + 2 + (first & 0x7f)
}

function lengthOf(bytes: Buffer, at: number): number {
  const first = bytes[at + 1]!
  return first < 0x80 ? first : bytes.readUIntBE(at + 2, first & 0x7f)
}

function isPrintable(bytes: Buffer, start: number, end: number): boolean {
  if (start === end) return false
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!
    if (byte <= 0x20 || byte >= 0x7f) return false
  }
  return true
}

/** A common name is free text; one that is a host name has no spaces and only ASCII bytes. */
function isHostText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 || code >= 0x7f) return false
  }
  return true
}

function sameBytes(bytes: Buffer, start: number, end: number, other: readonly number[]): boolean {
  if (end - start !== other.length) return false
  for (let at = 0; at < other.length; at += 1) if (bytes[start + at] !== other[at]) return false
  return true
}

/** The details of a certificate that are shown to users. */
export interface CertificateDetails {
  /** SHA-256 of the DER bytes, lower-case hexadecimal. */
  sha256: string
  serial: string
  subjectCommonName: string | null
  issuerCommonName: string | null
  issuerOrganization: string | null
  notBefore: Date
  notAfter: Date
  dns: string[]
  ip: string[]
  isPrecertificate: boolean
}

/** Reads one certificate or precertificate in DER; `null` when it is not one. */
export function certificateDetails(der: Buffer): CertificateDetails | null {
  const walk = new CertificateWalk()
  if (!walk.readCertificate(der, 0, der.length)) return null
  return {
    sha256: hash('sha256', der, 'hex'),
    serial: walk.serial(),
    subjectCommonName: walk.commonName(),
    issuerCommonName: walk.issuerCommonName(),
    issuerOrganization: walk.issuerOrganization(),
    notBefore: new Date(walk.notBefore),
    notAfter: new Date(walk.notAfter),
    dns: walk.dnsNames(),
    ip: walk.ipAddresses(),
    isPrecertificate: walk.isPrecertificate,
  }
}
