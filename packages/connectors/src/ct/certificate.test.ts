import { X509Certificate } from 'node:crypto'
import { assert, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { der, makeCertificate, sequence } from '../../test/certificates.ts'
import { CertificateWalk, certificateDetails } from './certificate.ts'

function namesOf(certificate: Buffer): { names: string[]; leftOut: number } | null {
  const walk = new CertificateWalk()
  if (!walk.readCertificate(certificate, 0, certificate.length)) return null
  return { names: walk.names(), leftOut: walk.namesLeftOut }
}

test('agrees with the parser of Node on a certificate, and on the part that a log signs', () => {
  const made = makeCertificate({ names: ['shop.example', '*.shop.example'], commonName: 'shop.example' })
  const node = new X509Certificate(made.certificate)
  const own = certificateDetails(made.certificate)!
  expect(own).toMatchObject({
    sha256: node.fingerprint256.replaceAll(':', '').toLowerCase(),
    serial: node.serialNumber.toLowerCase(),
    subjectCommonName: 'shop.example',
    issuerCommonName: 'Test Authority R1',
    notBefore: new Date(node.validFrom),
    notAfter: new Date(node.validTo),
    dns: node.subjectAltName!.split(', ').map((name) => name.replace('DNS:', '')),
    isPrecertificate: false,
  })
  expect(certificateDetails(made.precertificate)).toMatchObject({ dns: own.dns, isPrecertificate: true })
  const walk = new CertificateWalk()
  expect(walk.readTbs(made.tbs, 0, made.tbs.length)).toBe(true)
  expect(walk.names()).toEqual(own.dns)
  const identity = walk.identity()
  expect(walk.readCertificate(made.certificate, 0, made.certificate.length)).toBe(true)
  expect(walk.identity()).toBe(identity)
})

test('adds a common name that is no alternative name, and no common name that is no host', () => {
  expect(namesOf(makeCertificate({ names: ['a.example'], commonName: 'b.example' }).certificate)?.names).toEqual([
    'a.example',
    'b.example',
  ])
  expect(namesOf(makeCertificate({ names: [], commonName: 'old.example' }).certificate)?.names).toEqual(['old.example'])
  expect(namesOf(makeCertificate({ names: ['a.example'], commonName: 'Acme Inc. Root' }).certificate)?.names).toEqual([
    'a.example',
  ])
})

test('takes names as they are written, leaves out and counts those that are no text', () => {
  const names = ['UPPER.example.', '*.xn--pypal-4ve.example', '_dmarc.example', 'a.example\0.evil.example', '']
  expect(namesOf(makeCertificate({ names: [...names, Buffer.from('ä.example')] }).certificate)).toEqual({
    names: names.slice(0, 3),
    leftOut: 3,
  })
})

test('reads only the DNS names among other kinds, and the addresses for a person', () => {
  const generalNames = [
    der(0x81, 'mail@a.example'),
    der(0x82, 'a.example'),
    der(0x87, Buffer.of(192, 0, 2, 1)),
    der(0x87, Buffer.from('20010db8000000000000000000000001', 'hex')),
    der(0x86, 'https://b.example/'),
    der(0xa4, sequence()),
  ]
  const { certificate } = makeCertificate({ generalNames })
  expect(namesOf(certificate)?.names).toEqual(['a.example'])
  expect(certificateDetails(certificate)?.ip).toEqual(['192.0.2.1', '2001:db8:0:0:0:0:0:1'])
})

test('reads two thousand names, and serial numbers of every length', () => {
  const names = Array.from({ length: 2000 }, (_, n) => `n${n}.example`)
  expect(namesOf(makeCertificate({ names }).certificate)?.names).toEqual(names)
  const serial = Buffer.from('7f', 'hex')
  expect(certificateDetails(makeCertificate({ serial }).certificate)?.serial).toBe('7f')
})

describe('refuses', () => {
  const { certificate } = makeCertificate({ names: ['a.example'] })
  test('a certificate that is cut off, or followed by anything', () => {
    for (let length = 0; length < certificate.length; length += 1)
      expect(namesOf(certificate.subarray(0, length)), `${length} bytes`).toBeNull()
    expect(namesOf(Buffer.concat([certificate, Buffer.of(0)]))).toBeNull()
  })

  test('lengths that are not the shortest, or of no end', () => {
    const walk = new CertificateWalk()
    const inner = certificate.subarray(4)
    const long = Buffer.concat([Buffer.of(0x30, 0x83, 0, inner.length >> 8, inner.length & 0xff), inner])
    expect(walk.readCertificate(long, 0, long.length)).toBe(false)
    const endless = Buffer.concat([Buffer.of(0x30, 0x80), inner, Buffer.of(0, 0)])
    expect(walk.readCertificate(endless, 0, endless.length)).toBe(false)
  })

  test('two lists of alternative names, for which one counts is anybody’s guess', () => {
    const san = sequence(der(0x06, Buffer.from('551d11', 'hex')), der(0x04, sequence(der(0x82, 'b.example'))))
    expect(namesOf(makeCertificate({ names: ['a.example'], extensions: [san] }).certificate)).toBeNull()
    expect(namesOf(makeCertificate({ names: [], extensions: [san] }).certificate)?.names).toEqual(['b.example'])
  })

  test('a kind of name that does not exist', () => {
    expect(namesOf(makeCertificate({ generalNames: [der(0x16, 'a.example')] }).certificate)).toBeNull()
  })

  test('nothing of any bytes by throwing', () => {
    const kinds = constantFrom(
      makeCertificate({ names: ['a.example', 'b.example'], commonName: 'c.example' }).certificate,
    )
    assert(
      property(kinds, tuple(integer({ min: 0, max: 400 }), integer({ min: 0, max: 255 })), (original, [at, byte]) => {
        const bytes = Buffer.from(original)
        bytes[at % bytes.length] = byte
        const found = namesOf(bytes)
        for (const name of found?.names ?? []) expect(name).toMatch(/^[\x21-\x7e]+$/)
        certificateDetails(bytes)
      }),
      { numRuns: 3000 },
    )
  })
})
