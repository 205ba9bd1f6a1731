import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Encodes DER directly, so that tests can create certificates with arbitrary content without a tool. */
export function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  const bytes =
    length < 0x100
      ? [length]
      : length < 0x1_00_00
        ? [length >> 8, length & 0xff]
        : [length >> 16, (length >> 8) & 0xff, length & 0xff]
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length, ...bytes), content])
}
export const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const named = (commonName: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const utcTime = (at: Date) =>
  der(
    0x17,
    at
      .toISOString()
      .replaceAll(/[-:T]|\.\d+/g, '')
      .slice(2),
  )

export interface NewCertificate {
  /** Names of the subject alternative name; without names the extension is left out. */
  names?: (string | Buffer)[]
  commonName?: string
  issuer?: string
  /** Bytes of the serial number; the first must be below 0x80. */
  serial?: Buffer
  notBefore?: Date
  notAfter?: Date
  /** Encoded GeneralNames instead of `names`. */
  generalNames?: Buffer[]
  /** Additional extensions. */
  extensions?: Buffer[]
}

let keys: { publicKey: KeyObject; privateKey: KeyObject } | undefined
const theKeys = () => (keys ??= generateKeyPairSync('ec', { namedCurve: 'P-256' }))
/** The private key of every certificate made here, as PEM. */
export const certificateKey = (): string => theKeys().privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
let counter = 0

/** A certificate and its precertificate, as issued by an authority. */
export interface MadeCertificate {
  certificate: Buffer
  precertificate: Buffer
  /** The part of a precertificate that a log signs: without the poison extension. */
  tbs: Buffer
}

export function makeCertificate(more: NewCertificate = {}): MadeCertificate {
  counter += 1
  const {
    names = ['shop.example'],
    commonName,
    issuer = 'Test Authority R1',
    serial = Buffer.from(`42${counter.toString(16).padStart(30, '0')}`, 'hex'),
    notBefore = new Date('2026-01-02T03:04:05Z'),
    notAfter = new Date('2026-04-02T03:04:05Z'),
    generalNames = names.map((name) => der(0x82, name)),
  } = more
  const tbsWith = (poison: Buffer[]) => {
    const extensions = [
      ...(generalNames.length > 0 ? [sequence(oid('551d11'), der(0x04, sequence(...generalNames)))] : []),
      sequence(oid('551d13'), der(0x01, Buffer.of(0xff)), der(0x04, sequence())),
      ...(more.extensions ?? []),
      ...poison,
    ]
    return sequence(
      der(0xa0, der(0x02, Buffer.of(2))),
      der(0x02, serial),
      ecdsaWithSha256,
      named(issuer),
      sequence(utcTime(notBefore), utcTime(notAfter)),
      commonName === undefined ? sequence() : named(commonName),
      theKeys().publicKey.export({ format: 'der', type: 'spki' }),
      der(0xa3, sequence(...extensions)),
    )
  }
  const tbs = tbsWith([])
  const poison = sequence(oid('2b06010401d679020403'), der(0x01, Buffer.of(0xff)), der(0x04, Buffer.of(0x05, 0)))
  return { certificate: signed(tbs), precertificate: signed(tbsWith([poison])), tbs }
}

export function signed(tbs: Buffer): Buffer {
  const signature = sign('sha256', tbs, theKeys().privateKey)
  return sequence(tbs, ecdsaWithSha256, der(0x03, Buffer.of(0), signature))
}
