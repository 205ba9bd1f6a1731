import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { binaryPlist, makeIpa, makePng, xmlPlist } from '../../test/make-apps.ts'
import { makeSigner } from '../../test/make-signed.ts'
import { makeZip } from '../../test/make-zip.ts'
import { readCertificate } from '../apk/certificate.ts'
import { decodePng } from '../apk/png.ts'
import { apkKinds } from '../apk/kinds.ts'
import { UnreadableFile } from '../file-kind.ts'
import { SourceFile } from '../source-file.ts'
import { Zip } from '../zip.ts'
import { chainsToApple } from './code-signature.ts'
import { readIpa } from './ipa.ts'
import { readPlist } from './plist.ts'

const read = (bytes: Buffer) => readIpa(new Zip(bytes))
const signatureOf = (bytes: Buffer) => read(makeIpa({ change: [{ name: 'Northwind', bytes }] })).ipa.signature
const kindOf = (bytes: Buffer) => apkKinds.find((kind) => kind.recognizes(new SourceFile('app.zip', bytes)))?.name

test.each([false, true])(
  'an app for iOS gives its names, team, profile, icon and signer; Info.plist as XML: %s',
  (isXml) => {
    const signer = makeSigner('iPhone Distribution: Northwind Bank', 'NWB1234567')
    const { ipa, iconBytes } = read(makeIpa({ signer, isXml, label: 'Nørthwind Bank' }))
    expect(ipa).toMatchObject({
      package: 'com.northwindbank.mobile',
      versionCode: '42',
      versionName: '4.2',
      minimumOsVersion: '15.0',
      label: 'Nørthwind Bank',
      labels: { de: 'Nørthwind Bank DE' },
      permissions: ['NSCameraUsageDescription'],
      icon: { kind: 'png', path: 'Payload/Northwind.app/AppIcon60x60@2x.png' },
      hosts: ['api.northwind.example'],
      signature: {
        verifies: true,
        isAppleIssued: false,
        identifier: 'com.northwindbank.mobile',
        teamId: 'NWB1234567',
        signers: [{ certSha256: hash('sha256', signer.certificate) }],
        problems: [],
      },
      profile: {
        name: 'Northwind ad hoc',
        teamId: 'NWB1234567',
        teamName: 'Northwind Bank plc',
        applicationId: 'NWB1234567.com.northwindbank.mobile',
        devices: 2,
        certSha256s: [hash('sha256', signer.certificate)],
      },
      flags: [],
    })
    const pixels = decodePng(iconBytes?.bytes ?? Buffer.alloc(0))
    expect(pixels?.pixels).toEqual(decodePng(makePng(false))?.pixels)
  },
)

test.each([
  [
    'Info.plist was changed after it was signed',
    { name: 'Info.plist', bytes: binaryPlist({ CFBundleExecutable: 'Northwind' }) },
  ],
  ['AppIcon60x60@2x.png was changed after it was signed', { name: 'AppIcon60x60@2x.png', bytes: makePng(false) }],
  ['Frameworks/spy.dylib is not signed', { name: 'Frameworks/spy.dylib', bytes: Buffer.from('x') }],
  [
    'the list of signed files was changed after it was signed',
    { name: '_CodeSignature/CodeResources', bytes: xmlPlist({}) },
  ],
])('an app for iOS has no signer: %s', (problem, change) => {
  const { signature } = read(makeIpa({ change: [change] })).ipa
  expect(signature).toMatchObject({ verifies: false, signers: [], problems: expect.arrayContaining([problem]) })
})

test('an executable that was changed, or is missing, has no signer', () => {
  const zip = new Zip(makeIpa())
  const entry = zip.entry('Payload/Northwind.app/Northwind')
  const code = Buffer.from(entry ? zip.read(entry, 1e6) : '')
  code.writeUInt8(1, 3000)
  expect(signatureOf(code)).toMatchObject({ verifies: false, signers: [] })
  expect(signatureOf(Buffer.from('no executable'))).toMatchObject({
    verifies: false,
    problems: ['the code signature is missing: no executable'],
  })
})

test('a team is only known if its certificate leads to a root of Apple', () => {
  const root = makeSigner('Root', 'Authority')
  const middle = makeSigner('Relations', 'Authority', root)
  const leaf = makeSigner('iPhone Distribution', 'NWB1234567', middle)
  const [all, signer] = [
    [leaf, middle, root].map(({ certificate }) => readCertificate(certificate)),
    readCertificate(leaf.certificate),
  ]
  expect(chainsToApple(signer, all, new Set([hash('sha256', root.certificate)]))).toBe(true)
  expect(chainsToApple(signer, all.slice(0, 2), new Set([hash('sha256', root.certificate)]))).toBe(false)
  expect(chainsToApple(signer, all)).toBe(false)
})

test('an app for iOS is recognized by its content, and one for Android with a folder like it is not', () => {
  expect(kindOf(makeIpa())).toBe('ipa')
  const bytes = Buffer.from('x')
  const both = makeZip([
    { name: 'AndroidManifest.xml', bytes },
    { name: 'Payload/x.app/Info.plist', bytes },
  ])
  expect(kindOf(both)).toBe('apk')
})

test('property lists that refer to themselves, share values or are nested deep are read or refused', () => {
  expect(readPlist(binaryPlist({ a: ['b', { c: true }] }))).toEqual(
    new Map<string, unknown>([['a', ['b', new Map([['c', true]])]]]),
  )
  const self = binaryPlist([['x']])
  // The list at the top refers to itself.
  self.writeUInt16BE(0, 9)
  expect(() => readPlist(self)).toThrow(new UnreadableFile('damaged', 'a property list refers to itself'))
  const deep = Buffer.from(`<plist>${'<array>'.repeat(500)}${'</array>'.repeat(500)}</plist>`)
  expect(() => readPlist(deep)).toThrow(new UnreadableFile('tooLarge', 'a property list is nested too deep'))
  const bomb = Buffer.from('<!DOCTYPE plist [<!ENTITY a "aaaa">]><plist><string>&a;</string></plist>')
  expect(() => readPlist(bomb)).toThrow(UnreadableFile)
})

test('an app for iOS that is damaged anywhere is read or refused', () => {
  const files = [makeIpa(), makeIpa({ isXml: true })]
  const zipped = files.map((bytes) => {
    const zip = new Zip(bytes)
    return zip.entries.map((entry) => ({
      name: entry.name.slice('Payload/Northwind.app/'.length),
      bytes: zip.read(entry, 1e6),
    }))
  })
  const change = fc.record({ place: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.nat(255) })
  const damage = fc.record({
    file: fc.nat(1),
    entry: fc.nat(20),
    changes: fc.array(change, { minLength: 1, maxLength: 12 }),
  })
  fc.assert(
    fc.property(damage, ({ file, entry, changes }) => {
      const entries = zipped[file] ?? []
      const damaged = entries.map((each, at) => {
        if (at !== entry % entries.length) return each
        const bytes = Buffer.from(each.bytes)
        for (const { place, value } of changes) bytes.writeUInt8(value, Math.floor(place * (bytes.length - 1)))
        return { ...each, bytes }
      })
      try {
        read(makeIpa({ change: damaged }))
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile)
      }
    }),
    { numRuns: 200 },
  )
})
