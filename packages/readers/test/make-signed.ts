import { Buffer } from 'node:buffer'
import { generateKeyPairSync, hash, sign, type KeyObject } from 'node:crypto'

/* Certificates and signed data (X.509, PKCS#7) that tests make for themselves. */

/** A value in DER. */
export function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  if (length > 0xffff) head.splice(0, head.length, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff)
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const text = (value: string) => der(0x0c, Buffer.from(value))
const number = (value: number) => der(0x02, Buffer.from([value]))
const ids = {
  signedData: oid('2a864886f70d010702'),
  data: oid('2a864886f70d010701'),
  contentType: oid('2a864886f70d010903'),
  messageDigest: oid('2a864886f70d010904'),
  sha256: der(0x30, oid('608648016503040201')),
  ecdsa: der(0x30, oid('2a8648ce3d040302')),
}

export interface MadeSigner {
  certificate: Buffer
  name: Buffer
  serial: Buffer
  key: KeyObject
}

let serials = 0

/** A certificate with an elliptic key, issued by another or by itself. */
export function makeSigner(commonName: string, unit: string, issuer?: MadeSigner): MadeSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const part = (id: string, value: string) => der(0x31, der(0x30, oid(id), text(value)))
  const name = der(0x30, part('55040b', unit), part('550403', commonName))
  const serial = number((serials += 1))
  const time = (value: string) => der(0x17, Buffer.from(value))
  const isAuthority = der(0x30, oid('551d13'), der(0x04, der(0x30, der(0x01, Buffer.from([0xff])))))
  const body = der(
    0x30,
    der(0xa0, number(2)),
    serial,
    ids.ecdsa,
    issuer?.name ?? name,
    der(0x30, time('250101000000Z'), time('450101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, isAuthority)),
  )
  const signature = sign('sha256', body, issuer?.key ?? privateKey)
  const certificate = der(0x30, body, ids.ecdsa, der(0x03, Buffer.from([0]), signature))
  return { certificate, name, serial, key: privateKey }
}

/** Signed data; `content` is put into it if it is not signed apart from it. `isOpen` leaves the outer lengths open, as Apple's tools do. */
export function makeSignedData(
  signed: Buffer,
  signer: MadeSigner,
  { isInside = false, isOpen = false, chain = [] }: { isInside?: boolean; isOpen?: boolean; chain?: MadeSigner[] } = {},
): Buffer {
  const attributes = Buffer.concat([
    der(0x30, ids.contentType, der(0x31, ids.data)),
    der(0x30, ids.messageDigest, der(0x31, der(0x04, hash('sha256', signed, 'buffer')))),
  ])
  const info = der(
    0x30,
    number(1),
    der(0x30, signer.name, signer.serial),
    ids.sha256,
    der(0xa0, attributes),
    ids.ecdsa,
    der(0x04, sign('sha256', der(0x31, attributes), signer.key)),
  )
  const outer = (tag: number, ...contents: Buffer[]) =>
    isOpen ? Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.alloc(2)]) : der(tag, ...contents)
  const data = outer(
    0x30,
    number(1),
    der(0x31, ids.sha256),
    outer(0x30, ids.data, ...(isInside ? [outer(0xa0, outer(0x24, der(0x04, signed)))] : [])),
    outer(0xa0, ...[signer, ...chain].map(({ certificate }) => certificate)),
    der(0x31, info),
  )
  return outer(0x30, ids.signedData, outer(0xa0, data))
}
