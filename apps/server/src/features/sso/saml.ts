import { randomUUID } from 'node:crypto'
import type { Profile, SAML } from '@node-saml/node-saml'
import { isRecord, required, textIn } from '@signet/contract/narrow'
import type { ProvenPerson } from './oidc.ts'
import type { SsoSettingsRow } from './sso.queries.ts'
import { signInSeconds } from './sso-state.ts'

interface Provider {
  settings: SsoSettingsRow
  /** The URL of our assertion consumer service, which is also our entity ID. */
  serviceUrl: string
}

const clockSkewMs = 60_000
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const nameAttributes = [
  'displayName',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]

/** @param request id and creation time of the request that a response must refer to; set by a new request */
async function serviceOf({ settings, serviceUrl }: Provider, request: { id: string; at: string }): Promise<SAML> {
  // Loaded when needed: most installations have no SAML, and it takes a twentieth of a server's start.
  const library = await import('@node-saml/node-saml')
  return new library.SAML({
    entryPoint: required(settings.entry_point, 'the sign-in address'),
    idpCert: required(settings.idp_cert, 'the certificate'),
    callbackUrl: serviceUrl,
    issuer: serviceUrl,
    audience: serviceUrl,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    identifierFormat: emailFormat,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: signInSeconds * 1000,
    requestIdExpirationPeriodMs: signInSeconds * 1000,
    validateInResponseTo: library.ValidateInResponseTo.always,
    generateUniqueId: () => `_${randomUUID()}`,
    // The browser stores the id in an encrypted cookie; its single use is recorded in the database for all processes.
    cacheProvider: {
      saveAsync: async (id, value) => {
        Object.assign(request, { id, at: value })
        return { value, createdAt: Date.now() }
      },
      getAsync: async (id) => (id === request.id ? request.at : null),
      removeAsync: async (id) => id,
    },
  })
}

/** The URL for signing in at the provider, and the id of the request that the response must refer to. */
export async function startSaml(provider: Provider): Promise<{ url: string; requestId: string }> {
  const request = { id: '', at: '' }
  const url = await (await serviceOf(provider, request)).getAuthorizeUrlAsync('', undefined, {})
  return { url, requestId: request.id }
}

/** Our metadata: the entity ID and the assertion consumer service, both the same URL (SAML 2.0 metadata, section 2.4.4). */
export function metadataOf(serviceUrl: string): string {
  const address = serviceUrl.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${address}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <NameIDFormat>${emailFormat}</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${address}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}

/** A provider's response that can't be trusted. */
class SamlRefused extends Error {
  override name = 'SamlRefused'
}

/**
 * The identity that a SAML response asserts.
 *
 * In addition to the checks of node-saml (signature of the assertion, audience, times): no DTD, no SHA-1, and the *signed* assertion itself
 * must be intended for us and name our request; the surrounding response need not be signed and proves nothing.
 *
 * @param samlResponse base64, as posted
 * @throws SamlRefused, or an error of node-saml
 */
export async function finishSaml(
  provider: Provider,
  samlResponse: string,
  requestId: string,
): Promise<ProvenPerson & { assertionId: string }> {
  const xml = Buffer.from(samlResponse, 'base64').toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new SamlRefused('a DTD')
  if (/xmldsig(-more)?#(rsa-|hmac-)?(sha1|md5)/i.test(xml)) throw new SamlRefused('a signature with SHA-1')
  const request = { id: requestId, at: new Date().toISOString() }
  const service = await serviceOf(provider, request)
  const { profile, loggedOut } = await service.validatePostResponseAsync({ SAMLResponse: samlResponse })
  if (!profile || loggedOut) throw new SamlRefused('no assertion')
  const assertion = profile.getAssertion?.()?.['Assertion']
  const assertionId = attributeOf(assertion, 'ID')
  if (!assertionId) throw new SamlRefused('no assertion')
  if (!isMeantForUs(assertion, provider.serviceUrl, requestId)) throw new SamlRefused('an assertion for somebody else')
  return {
    email: emailOf(profile),
    // The company's own provider asserts it; the caller checks that it belongs to the company's domains.
    isEmailVerified: true,
    name: firstText(profile, nameAttributes),
    subject: null,
    assertionId,
  }
}

// An element as node-saml parsed it: its attributes are in the field `$`, its children in lists by name.
const attributeOf = (element: unknown, name: string) => (isRecord(element) ? textIn(element['$'], name) : undefined)
function childrenOf(element: unknown, name: string): unknown[] {
  const children = isRecord(element) ? element[name] : undefined
  return Array.isArray(children) ? children : []
}

/** SAML 2.0 profiles, section 4.1.4.3: recipient, request and time of a bearer confirmation. */
function isMeantForUs(assertion: unknown, serviceUrl: string, requestId: string): boolean {
  const subjects = childrenOf(assertion, 'Subject')
  const confirmations = subjects.flatMap((subject) => childrenOf(subject, 'SubjectConfirmation'))
  return confirmations.some((confirmation) => {
    const [data] = childrenOf(confirmation, 'SubjectConfirmationData')
    const until = Date.parse(attributeOf(data, 'NotOnOrAfter') ?? '')
    return (
      attributeOf(confirmation, 'Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
      attributeOf(data, 'Recipient') === serviceUrl &&
      attributeOf(data, 'InResponseTo') === requestId &&
      until + clockSkewMs > Date.now()
    )
  })
}

function emailOf(profile: Profile): string {
  const attribute = firstText(profile, emailAttributes)
  if (attribute) return attribute
  return profile.nameIDFormat === emailFormat ? profile.nameID : ''
}

function firstText(profile: Profile, names: readonly string[]): string | null {
  const attributes = isRecord(profile['attributes']) ? profile['attributes'] : {}
  for (const name of names) {
    const value = attributes[name]
    if (typeof value === 'string' && value) return value
  }
  return null
}
