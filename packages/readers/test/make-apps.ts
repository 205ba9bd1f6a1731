import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { makeSignedData, makeSigner, type MadeSigner } from './make-signed.ts'
import { makeZip, type MadeEntry } from './make-zip.ts'

/* An Android App Bundle and an app for iOS that tests make for themselves, signed. */

const varint = (value: number): Buffer =>
  value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 128) | 128]), varint(Math.floor(value / 128))])

type ProtoValue = number | string | Uint8Array
/** A protobuf message. */
export const proto = (...fields: readonly (readonly [number: number, value: ProtoValue])[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number * 8), varint(value)]
      const bytes = Buffer.from(value)
      return [varint(number * 8 + 2), varint(bytes.length), bytes]
    }),
  )

const attribute = (name: string, id: number, value: string | Uint8Array) =>
  proto([2, name], [5, id], typeof value === 'string' ? [3, value] : [6, value])
const element = (name: string, attributes: Buffer[], children: Buffer[] = []) =>
  proto([
    1,
    proto([3, name], ...attributes.map((each) => [4, each] as const), ...children.map((each) => [5, each] as const)),
  ])
const reference = (id: number) => proto([1, proto([2, id])])
const labelId = 0x7f010000
const iconId = 0x7f020000

export const bundleManifest = (packageName: string): Buffer =>
  element(
    'manifest',
    [
      attribute('package', 0, packageName),
      attribute('versionCode', 0x0101021b, proto([7, proto([6, 42])])),
      attribute('versionName', 0x0101021c, '4.2'),
    ],
    [
      element('uses-sdk', [attribute('minSdkVersion', 0x0101020c, proto([7, proto([6, 26])]))]),
      element('uses-permission', [attribute('name', 0x01010003, 'android.permission.READ_SMS')]),
      element('application', [
        attribute('label', 0x01010001, reference(labelId)),
        attribute('icon', 0x01010002, reference(iconId)),
      ]),
    ],
  )

export function bundleResources(label: string): Buffer {
  const valueOf = (item: Buffer) => proto([4, item])
  const configured = (config: Buffer, item: Buffer) => proto([1, config], [2, valueOf(item)])
  const text = (value: string) => proto([2, proto([1, value])])
  const file = (value: string) => proto([5, proto([1, value])])
  const entry = (...values: Buffer[]) => proto([1, proto([1, 0])], ...values.map((each) => [6, each] as const))
  const type = (id: number, one: Buffer) => proto([1, proto([1, id])], [3, one])
  return proto([
    2,
    proto(
      [1, proto([1, 0x7f])],
      [3, type(1, entry(configured(proto(), text(label)), configured(proto([3, 'de-DE']), text(`${label} DE`))))],
      [3, type(2, entry(configured(proto([18, 640]), file('res/icon.png'))))],
    ),
  ])
}

/** Signs entries as jarsigner does. */
export function signJar(entries: readonly MadeEntry[], signer: MadeSigner): MadeEntry[] {
  const sections = entries.map(
    ({ name, bytes }) => `Name: ${name}\r\nSHA-256-Digest: ${hash('sha256', bytes, 'base64')}\r\n\r\n`,
  )
  const manifest = Buffer.from(`Manifest-Version: 1.0\r\n\r\n${sections.join('')}`)
  const names = entries.map(
    ({ name }, at) => `Name: ${name}\r\nSHA-256-Digest: ${hash('sha256', sections[at] ?? '', 'base64')}\r\n\r\n`,
  )
  const digest = hash('sha256', manifest, 'base64')
  const file = Buffer.from(`Signature-Version: 1.0\r\nSHA-256-Digest-Manifest: ${digest}\r\n\r\n${names.join('')}`)
  return [
    { name: 'META-INF/MANIFEST.MF', bytes: manifest },
    { name: 'META-INF/UPLOAD.SF', bytes: file },
    { name: 'META-INF/UPLOAD.EC', bytes: makeSignedData(file, signer) },
    ...entries,
  ]
}

/** @param icon a PNG */
export function makeBundle({
  packageName = 'com.northwindbank.mobile',
  label = 'Northwind Bank',
  icon = makePng(false),
  signer = makeSigner('Northwind upload', 'Mobile'),
} = {}): Buffer {
  const entries: MadeEntry[] = [
    { name: 'BundleConfig.pb', bytes: Buffer.from('x') },
    { name: 'base/manifest/AndroidManifest.xml', bytes: bundleManifest(packageName) },
    { name: 'base/resources.pb', bytes: bundleResources(label) },
    { name: 'base/res/icon.png', bytes: icon },
    { name: 'base/dex/classes.dex', bytes: Buffer.from('\0https://api.northwind.example/x\0') },
  ]
  return makeZip(signJar(entries, signer))
}

type Plistable = string | boolean | Uint8Array | Plistable[] | { [key: string]: Plistable }

export const xmlPlist = (value: Plistable): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x"><plist version="1.0">${xmlOf(value)}</plist>`,
  )

function xmlOf(value: Plistable): string {
  if (typeof value === 'string') return `<string>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string>`
  if (typeof value === 'boolean') return `<${value}/>`
  if (value instanceof Uint8Array) return `<data>${Buffer.from(value).toString('base64')}</data>`
  if (Array.isArray(value)) return `<array>${value.map(xmlOf).join('')}</array>`
  return `<dict>${Object.entries(value)
    .map(([key, each]) => `<key>${key}</key>${xmlOf(each)}`)
    .join('')}</dict>`
}

const marked = (type: number, count: number, content: Buffer) => {
  const head = count < 15 ? [(type << 4) | count] : [(type << 4) | 15, 0x11, count >> 8, count & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

const references = (values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]))

/** A binary property list of texts, lists and dictionaries. */
export function binaryPlist(root: Plistable): Buffer {
  const objects: Buffer[] = []
  const add = (value: Plistable): number => {
    const at = objects.push(Buffer.alloc(0)) - 1
    if (typeof value === 'string') {
      const isPlain = /^[\0-\u007F]*$/.test(value)
      const utf16 = Buffer.from(value, 'utf16le').swap16()
      objects[at] = isPlain ? marked(5, value.length, Buffer.from(value)) : marked(6, value.length, utf16)
    } else if (typeof value === 'boolean') objects[at] = Buffer.from([value ? 9 : 8])
    else if (value instanceof Uint8Array) objects[at] = marked(4, value.length, Buffer.from(value))
    else if (Array.isArray(value)) objects[at] = marked(0xa, value.length, references(value.map(add)))
    else {
      const keys = Object.keys(value).map(add)
      objects[at] = marked(0xd, keys.length, references([...keys, ...Object.values(value).map(add)]))
    }
    return at
  }
  add(root)
  const head = Buffer.from('bplist00')
  let offset = head.length
  const offsets = objects.map((object) => (offset += object.length) - object.length)
  const trailer = Buffer.alloc(32)
  trailer.writeUInt8(4, 6)
  trailer.writeUInt8(2, 7)
  trailer.writeUInt32BE(objects.length, 12)
  trailer.writeUInt32BE(offset, 28)
  const table = Buffer.alloc(offsets.length * 4)
  for (const [index, at] of offsets.entries()) table.writeUInt32BE(at, index * 4)
  return Buffer.concat([head, ...objects, table, trailer])
}

const side = 64

const chunk = (type: string, data: Buffer) => {
  const content = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** A picture of 64 by 64 pixels with a red triangle on a pattern; `isApple` packs it as Xcode does. */
export function makePng(isApple: boolean): Buffer {
  const rows = Buffer.concat(
    Array.from({ length: side }, (_row, y) => {
      const pixels = Array.from({ length: side }, (_column, x) => {
        const [red, green, blue] = x < y ? [220, 20, 60] : [(x * 3) % 256, 200 - y, (x * y) % 256]
        return isApple ? [blue, green, red, 255] : [red, green, blue, 255]
      })
      return Buffer.from([0, ...pixels.flat()])
    }),
  )
  const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 6, 0, 0, 0])
  const raw = deflateRawSync(rows)
  const adler = Buffer.alloc(4)
  adler.writeUInt32BE(adler32(rows))
  const data = isApple ? raw : Buffer.concat([Buffer.from([0x78, 0x9c]), raw, adler])
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    ...(isApple ? [chunk('CgBI', Buffer.from([0x50, 0, 0x20, 2]))] : []),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function adler32(bytes: Buffer): number {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  return b * 65_536 + a
}

const digest = (bytes: Buffer) => hash('sha256', bytes, 'buffer')

/** A signed executable for one processor that only has what its signature needs. */
export function makeExecutable(
  { identifier, teamId, info, resources }: { identifier: string; teamId: string; info: Buffer; resources: Buffer },
  signer: MadeSigner,
): Buffer {
  const code = Buffer.alloc(5000, 0x90)
  code.write('https://api.northwind.example/\0', 200, 'latin1')
  code.writeUInt32LE(0xfeedfacf, 0)
  code.writeUInt32LE(1, 16)
  code.writeUInt32LE(0x1d, 32)
  code.writeUInt32LE(16, 36)
  code.writeUInt32LE(code.length, 40)
  // The size of the signature is part of the signed code, so it is the same for all.
  const signatureSize = 8000
  code.writeUInt32LE(signatureSize, 44)
  const texts = Buffer.from(`${identifier}\0${teamId}\0`)
  const specials = [digest(resources), digest(Buffer.from('x')), digest(info)]
  const pages = [digest(code.subarray(0, 4096)), digest(code.subarray(4096))]
  const head = Buffer.alloc(52)
  const hashes = head.length + texts.length + specials.length * 32
  const numbers: [value: number, at: number][] = [
    [0xfade0c02, 0],
    [hashes + pages.length * 32, 4],
    [0x20400, 8],
    [hashes, 16],
    [head.length, 20],
    [specials.length, 24],
    [pages.length, 28],
    [code.length, 32],
    [head.length + identifier.length + 1, 48],
  ]
  for (const [value, at] of numbers) head.writeUInt32BE(value, at)
  head.set([32, 2, 0, 12], 36)
  const directory = Buffer.concat([head, texts, ...specials, ...pages])
  const signature = makeSignedData(directory, signer, { isOpen: true })
  const wrapper = Buffer.alloc(8)
  wrapper.writeUInt32BE(0xfade0b01, 0)
  wrapper.writeUInt32BE(8 + signature.length, 4)
  const index = Buffer.alloc(28)
  const parts = [
    0xfade0cc0,
    28 + directory.length + wrapper.length + signature.length,
    2,
    0,
    28,
    0x10000,
    28 + directory.length,
  ]
  for (const [at, value] of parts.entries()) index.writeUInt32BE(value, at * 4)
  const all = Buffer.concat([index, directory, wrapper, signature])
  return Buffer.concat([code, all, Buffer.alloc(signatureSize - all.length)])
}

/** @param change entries that are added or replaced after the app was signed */
export function makeIpa({
  packageName = 'com.northwindbank.mobile',
  label = 'Northwind Bank',
  teamId = 'NWB1234567',
  signer = makeSigner('iPhone Distribution: Northwind Bank', 'NWB1234567'),
  isXml = false,
  change = [],
}: {
  packageName?: string
  label?: string
  teamId?: string
  signer?: MadeSigner
  isXml?: boolean
  change?: MadeEntry[]
} = {}): Buffer {
  const folder = 'Payload/Northwind.app/'
  const content = {
    CFBundleIdentifier: packageName,
    CFBundleDisplayName: label,
    CFBundleShortVersionString: '4.2',
    CFBundleVersion: '42',
    CFBundleExecutable: 'Northwind',
    MinimumOSVersion: '15.0',
    NSCameraUsageDescription: 'To scan codes',
    CFBundleIcons: { CFBundlePrimaryIcon: { CFBundleIconFiles: ['AppIcon60x60'] } },
  }
  const info = isXml ? xmlPlist(content) : binaryPlist(content)
  const profile = xmlPlist({
    Name: 'Northwind ad hoc',
    TeamName: 'Northwind Bank plc',
    TeamIdentifier: [teamId],
    Entitlements: { 'application-identifier': `${teamId}.${packageName}` },
    ProvisionedDevices: ['a', 'b'],
    DeveloperCertificates: [signer.certificate],
  })
  const files: MadeEntry[] = [
    { name: 'AppIcon60x60@2x.png', bytes: makePng(true) },
    { name: 'de.lproj/InfoPlist.strings', bytes: Buffer.from(`"CFBundleDisplayName" = "${label} DE";`) },
    { name: 'embedded.mobileprovision', bytes: makeSignedData(profile, signer, { isInside: true, isOpen: true }) },
  ]
  const digests = files.map(({ name, bytes }) => [name, { hash2: hash('sha256', bytes, 'buffer') }] as const)
  const resources = xmlPlist({ files2: Object.fromEntries(digests) })
  const executable = makeExecutable({ identifier: packageName, teamId, info, resources }, signer)
  const own: MadeEntry[] = [
    { name: 'Info.plist', bytes: info },
    { name: 'Northwind', bytes: executable },
    { name: '_CodeSignature/CodeResources', bytes: resources },
    ...files,
  ]
  const changed = new Set(change.map(({ name }) => name))
  const entries = [...own.filter(({ name }) => !changed.has(name)), ...change]
  return makeZip(entries.map((entry) => ({ ...entry, name: folder + entry.name })))
}
