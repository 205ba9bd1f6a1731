import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundleManifest, bundleResources, makeBundle, makePng } from '../../test/make-apps.ts'
import { makeSigner } from '../../test/make-signed.ts'
import { makeZip } from '../../test/make-zip.ts'
import { UnreadableFile } from '../file-kind.ts'
import { Zip } from '../zip.ts'
import { readBundle } from './apk.ts'

test('an app bundle gives its names, versions, permissions, icon, hosts and signer', () => {
  const signer = makeSigner('Northwind upload', 'Mobile')
  const { apk, iconBytes } = readBundle(makeBundle({ signer }))
  expect(apk).toMatchObject({
    package: 'com.northwindbank.mobile',
    versionCode: '42',
    versionName: '4.2',
    minSdk: '26',
    label: 'Northwind Bank',
    labels: { 'de-DE': 'Northwind Bank DE' },
    permissions: ['android.permission.READ_SMS'],
    iconPath: 'base/res/icon.png',
    icon: { kind: 'png' },
    hosts: ['api.northwind.example'],
    signature: {
      verifies: true,
      signers: [{ certSha256: hash('sha256', signer.certificate), subject: 'CN=Northwind upload, OU=Mobile' }],
      problems: [],
    },
    flags: [],
  })
  expect(iconBytes?.bytes).toEqual(makePng(false))
})

test('an app bundle that was changed after it was signed, or that nobody signed, has no signer', () => {
  const zip = new Zip(makeBundle())
  const entries = zip.entries.map((entry) => ({ name: entry.name, bytes: zip.read(entry, 1e6) }))
  const changed = entries.map((entry) =>
    entry.name === 'base/dex/classes.dex' ? { ...entry, bytes: Buffer.from('other') } : entry,
  )
  expect(readBundle(makeZip(changed)).apk.signature).toMatchObject({
    verifies: false,
    signers: [],
    problems: ['base/dex/classes.dex was changed after it was signed'],
  })
  const unsigned = makeZip(entries.filter(({ name }) => !name.startsWith('META-INF/')))
  expect(readBundle(unsigned).apk.signature).toMatchObject({ verifies: false, signers: [], certificatesPresent: {} })
})

test('a bundle whose manifest or resources are damaged anywhere is read or refused', () => {
  const change = fc.record({ place: fc.nat(4095), value: fc.constantFrom(0, 1, 0x0a, 0x7f, 0x80, 0xff) })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const damaged = (bytes: Buffer) => {
        const copy = Buffer.from(bytes)
        for (const { place, value } of changes) copy.writeUInt8(value, place % copy.length)
        return copy
      }
      const bytes = makeZip([
        { name: 'base/manifest/AndroidManifest.xml', bytes: damaged(bundleManifest('com.example.app')), method: 0 },
        { name: 'base/resources.pb', bytes: damaged(bundleResources('Example')), method: 0 },
      ])
      try {
        readBundle(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile)
      }
    }),
    { numRuns: 300 },
  )
})
