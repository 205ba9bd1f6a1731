import { createSign, generateKeyPairSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { dayMs } from '@signet/contract/time'

/** A SAML identity provider for tests: a key and its certificate. */
export interface FakeSaml {
  key: KeyObject
  /** In PEM format. */
  cert: string
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const head = size < 128 ? [tag, size] : size < 256 ? [tag, 0x81, size] : [tag, 0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from(head), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const utcTime = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))

/** A provider with a certificate of its own, by default valid until tomorrow. */
export function newSamlProvider(validUntil = new Date(Date.now() + dayMs)): FakeSaml {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const name = sequence(
    der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('idp.example')))),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sha256WithRsa,
    name,
    sequence(utcTime(new Date(Date.now() - dayMs)), utcTime(validUntil)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const cert = sequence(body, sha256WithRsa, der(0x03, Buffer.from([0]), signature))
  const lines = cert.toString('base64').match(/.{1,64}/g) ?? []
  return { key: privateKey, cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n` }
}

/** The id of the request in a redirect URL. */
export function requestIn(url: string): { id: string; xml: string } {
  const packed = Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64')
  const xml = inflateRawSync(packed).toString()
  return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', xml }
}

export interface SamlAnswer {
  requestId: string
  email: string
  serviceUrl: string
  recipient?: string
  audience?: string
  /** In the confirmation of the assertion; the response itself names `requestId`. */
  inResponseTo?: string
  validUntil?: Date
  assertionId?: string
  method?: string
}

/** An unsigned assertion. */
export function assertionOf(answer: SamlAnswer): string {
  const now = new Date(Date.now() - 1000).toISOString()
  const until = (answer.validUntil ?? new Date(Date.now() + 300_000)).toISOString()
  const { email, serviceUrl, recipient = serviceUrl, audience = serviceUrl } = answer
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.assertionId ?? `_${randomUUID()}`}" ` +
    `IssueInstant="${now}" Version="2.0"><saml:Issuer>https://idp.example</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${answer.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}">` +
    `<saml:SubjectConfirmationData Recipient="${recipient}" InResponseTo="${answer.inResponseTo ?? answer.requestId}" ` +
    `NotOnOrAfter="${until}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${now}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${audience}` +
    `</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement><saml:Attribute Name="displayName"><saml:AttributeValue>Robin Example</saml:AttributeValue>` +
    `</saml:Attribute></saml:AttributeStatement></saml:Assertion>`
  )
}

/** Signs an assertion as defined in SAML 2.0 core, section 5. */
export function signed(idp: FakeSaml, assertion: string, digest: 'sha256' | 'sha1' = 'sha256'): string {
  const algorithms = {
    sha256: ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'],
    sha1: ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'],
  } as const
  const [signatureAlgorithm, digestAlgorithm] = algorithms[digest]
  const signature = new SignedXml({
    privateKey: idp.key.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signature.addReference({
    xpath: `//*[local-name(.)='Assertion']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm,
  })
  signature.computeSignature(assertion, {
    location: { reference: `//*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signature.getSignedXml()
}

/** The unsigned response that contains the assertions, in the form that is posted. */
export function posted(
  content: string,
  { requestId, serviceUrl }: Pick<SamlAnswer, 'requestId' | 'serviceUrl'>,
  head = '',
): string {
  const xml =
    `${head}<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" ` +
    `IssueInstant="${new Date().toISOString()}" Destination="${serviceUrl}" InResponseTo="${requestId}">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.example</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}` +
    `</samlp:Response>`
  return Buffer.from(xml).toString('base64')
}
