import { isRecord } from '@signet/contract/narrow'

/** What an identity provider says about itself. */
export type IdpMetadata =
  | { protocol: 'saml'; entryPoint: string; idpCert: string }
  | { protocol: 'oidc'; issuer: string }

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Reads the metadata of an identity provider: the XML of a SAML provider (SAML 2.0 metadata, section 2.4.3), or the discovery document of
 * an OpenID provider. Null if it is neither, or names no sign-in page or certificate.
 */
export function readIdpMetadata(text: string): IdpMetadata | null {
  const plain = text.trim()
  return plain.startsWith('{') ? readDiscovery(plain) : readSaml(plain)
}

function readDiscovery(text: string): IdpMetadata | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Any parse error means that it isn't a discovery document.
    return null
  }
  const issuer = isRecord(value) ? value['issuer'] : undefined
  return typeof issuer === 'string' ? { protocol: 'oidc', issuer } : null
}

function readSaml(text: string): IdpMetadata | null {
  const [provider] = elementsOf(new DOMParser().parseFromString(text, 'text/xml'), 'IDPSSODescriptor')
  if (!provider) return null
  const entryPoint = elementsOf(provider, 'SingleSignOnService')
    .find((service) => service.getAttribute('Binding') === redirectBinding)
    ?.getAttribute('Location')
  const idpCert = elementsOf(provider, 'KeyDescriptor')
    // A key without a use is for both.
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => elementsOf(key, 'X509Certificate'))
    .map((certificate) => (certificate.textContent ?? '').replaceAll(/\s/g, ''))
    .find((base64) => base64 !== '')
  return entryPoint && idpCert ? { protocol: 'saml', entryPoint, idpCert: pemOf(idpCert) } : null
}

/** By their local name: providers choose their own prefixes. */
function elementsOf(parent: Document | Element, name: string): Element[] {
  return [...parent.getElementsByTagName('*')].filter((one) => one.localName === name)
}

const pemOf = (base64: string): string =>
  ['-----BEGIN CERTIFICATE-----', ...(base64.match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----'].join('\n')
