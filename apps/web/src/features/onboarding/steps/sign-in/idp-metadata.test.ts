// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readIdpMetadata } from './idp-metadata.ts'

const saml = (inside: string) => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://idp.example/saml">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inside}</md:IDPSSODescriptor>
</md:EntityDescriptor>`
const key = (use: string, base64: string) =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${base64}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
const service = (binding: string, location: string) =>
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`

test('the metadata of a SAML provider gives its sign-in page by redirect and its signing certificate', () => {
  const text = saml(
    key(' use="encryption"', 'AAAA') +
      key(' use="signing"', 'MIIB BBBB') +
      service('HTTP-POST', 'https://idp.example/post') +
      service('HTTP-Redirect', 'https://idp.example/sso?a=1&amp;b=2'),
  )
  expect(readIdpMetadata(text)).toEqual({
    protocol: 'saml',
    entryPoint: 'https://idp.example/sso?a=1&b=2',
    idpCert: '-----BEGIN CERTIFICATE-----\nMIIBBBBB\n-----END CERTIFICATE-----',
  })
})

test('a key without a use signs as well', () => {
  const text = saml(key('', 'CCCC') + service('HTTP-Redirect', 'https://idp.example/sso'))
  expect(readIdpMetadata(text)).toMatchObject({ idpCert: expect.stringContaining('CCCC') as string })
})

test('a discovery document gives the issuer of an OpenID provider', () => {
  expect(readIdpMetadata('  {"issuer":"https://idp.example/tenant","jwks_uri":"https://idp.example/keys"}')).toEqual({
    protocol: 'oidc',
    issuer: 'https://idp.example/tenant',
  })
})

test.each(['', 'no metadata', '{"issuer"', '{"keys":[]}', '<html><body>Sign in</body></html>', saml('')])(
  'nothing is read in %j',
  (text) => {
    expect(readIdpMetadata(text)).toBeNull()
  },
)
