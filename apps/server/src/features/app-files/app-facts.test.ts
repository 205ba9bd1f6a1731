import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { appVerdict } from '@signet/detection'
import { readApk } from '@signet/readers/apk/apk'
import { readIpa } from '@signet/readers/ios/ipa'
import { Zip } from '@signet/readers/zip'
import { makeIpa } from '@signet/readers/test/make-apps'
import { makeSigner } from '@signet/readers/test/make-signed'
import { appFactsOf, iosFactsOf } from './app-facts.ts'

const samples = path.resolve(import.meta.dirname, '../../../../../packages/readers/test/apk')
const factsOf = (name: string) => appFactsOf(readApk(readFileSync(path.join(samples, name))))
const genuine = factsOf('northwind-official.apk')
const official = {
  packages: ['com.northwindbank.mobile'],
  labels: ['Northwind Bank'],
  certificateSha256s: genuine.certificateSha256s,
  iconHashes: [genuine.iconHash ?? ''],
}
const namesOf = (name: string) => appVerdict(factsOf(name), official).reasons.map((reason) => reason.name)

test('an app that copies the official one is found by its package, label, icon and signer', () => {
  expect(namesOf('northwind-fake-same-icon.apk')).toEqual([
    'confusablePackage',
    'sameLabel',
    'sameIcon',
    'otherSigner',
    'riskyPermissions',
  ])
  expect(namesOf('northwind-fake-homoglyph-label.apk')).toEqual([
    'confusableLabel',
    'sameIcon',
    'otherSigner',
    'riskyPermissions',
  ])
})

test('the official app and one of a second registered signer are genuine', () => {
  expect(appVerdict(genuine, official)).toEqual({ state: 'genuine', reasons: [] })
  const beta = factsOf('northwind-fake-same-icon.apk')
  const signers = [...official.certificateSha256s, ...beta.certificateSha256s]
  expect(appVerdict(beta, { ...official, certificateSha256s: signers }).state).toBe('genuine')
})

test('an app for iOS only has the team of a certificate that Apple issued', () => {
  const read = readIpa(new Zip(makeIpa({ signer: makeSigner('iPhone Distribution: Northwind Bank', 'NWB1234567') })))
  const as = (isAppleIssued: boolean) =>
    iosFactsOf({ ...read, ipa: { ...read.ipa, signature: { ...read.ipa.signature, isAppleIssued } } })
  const [certificate] = as(false).certificateSha256s
  expect(as(false)).toMatchObject({ teamId: null, certificateSha256s: [certificate] })
  expect(as(true)).toMatchObject({ teamId: 'NWB1234567', certificateSha256s: [certificate, 'nwb1234567'] })
})
