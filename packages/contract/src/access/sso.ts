import * as z from 'zod/mini'
import { problem, type PlainReason } from '../errors/errors.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** The protocol of a company's identity provider. */
export const ssoProtocols = ['oidc', 'saml'] as const
/** One of `ssoProtocols`. */
export type SsoProtocol = (typeof ssoProtocols)[number]

const domain = z.string().check(
  z.overwrite((text) => text.trim().toLowerCase()),
  z.maxLength(253),
  z.regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    problem('NOT_A_MAIL_DOMAIN'),
  ),
)
const address = wire.oneLine(2000, 1).check(z.refine((text) => URL.canParse(text), problem('NOT_A_WEB_ADDRESS')))

const fields = {
  /** Null means that users only sign in with passwords. */
  protocol: z.nullable(z.enum(ssoProtocols)),
  /** OIDC: the issuer, as in its discovery document. */
  issuer: z.optional(address),
  clientId: z.optional(wire.oneLine(500, 1)),
  /** SAML: where requests are sent to (HTTP-Redirect). */
  entryPoint: z.optional(address),
  /** SAML: the certificate that signs assertions, as PEM or only its base64. */
  idpCert: z.optional(wire.text(20_000, 1)),
  /** Email domains whose users are sent to this company's identity provider. */
  domains: z.array(domain).check(z.maxLength(50)),
  /** Clients of the company can only sign in this way. */
  enforced: z.boolean(),
}

/** How a company's users sign in, as shown to a superAdmin; the client secret is never included. */
export const SsoSettings = z.object({
  ...fields,
  // A value stored earlier is shown unchanged.
  issuer: z.optional(z.string()),
  clientId: z.optional(z.string()),
  entryPoint: z.optional(z.string()),
  hasClientSecret: z.boolean(),
  /** When the certificate of the identity provider expires. */
  idpCertExpiresAt: z.optional(wire.time),
  /** What the identity provider needs: redirect URI or assertion consumer service, and the entity ID. */
  callbackUrl: z.string(),
  /** Our metadata for a SAML provider, without sign-in. */
  metadataUrl: z.string(),
  scimUrl: z.string(),
  hasScimToken: z.boolean(),
  version: z.int(),
})
export type SsoSettings = z.output<typeof SsoSettings>

/** The required settings of each protocol, in addition to the client secret, which may be stored already. */
const needs = { oidc: ['issuer', 'clientId'], saml: ['entryPoint', 'idpCert'] } as const
const foreign = { oidc: ['entryPoint', 'idpCert'], saml: ['issuer', 'clientId', 'clientSecret'] } as const

/** The body of the settings. Settings that the protocol doesn't use are refused, so that nothing is stored by mistake. */
export const SsoInput = z
  .strictObject({
    ...fields,
    /** Never returned. If missing, the stored secret is kept, unless the issuer or client changes. */
    clientSecret: z.optional(wire.oneLine(1000, 1)),
    /** 0 when there were no settings. */
    version: z.int().check(z.gte(0)),
  })
  .check((context) => {
    const { value } = context
    const refuse = (field: string, reason: PlainReason) =>
      context.issues.push({ code: 'custom', path: [field], message: reason, input: value })
    if (value.protocol === null) {
      if (value.domains.length > 0) refuse('domains', 'NOT_WITHOUT_PROTOCOL')
      if (value.enforced) refuse('enforced', 'NOT_WITHOUT_PROTOCOL')
      return
    }
    for (const field of needs[value.protocol]) if (value[field] === undefined) refuse(field, 'REQUIRED')
    for (const field of foreign[value.protocol]) if (value[field] !== undefined) refuse(field, 'NOT_FOR_PROTOCOL')
    if (value.domains.length === 0) refuse('domains', 'REQUIRED')
  })
export type SsoInput = z.output<typeof SsoInput>

const ofCompany = z.object({ company: wire.companyInPath })

/** `protocol` is null for a company whose users sign in with passwords. */
export const getSso = route({
  method: 'GET',
  path: '/companies/{company}/sso',
  summary: "Get the company's single sign-on settings, without the client secret",
  access: 'company:manage',
  params: ofCompany,
  response: SsoSettings,
})

/**
 * 409 when `version` is stale; 400 naming the field for an address that is not https, an expired certificate, or a mail
 * domain of another company.
 */
export const putSso = route({
  method: 'PUT',
  path: '/companies/{company}/sso',
  summary: "Change the company's single sign-on settings",
  access: 'company:manage',
  params: ofCompany,
  body: SsoInput,
  response: SsoSettings,
})

/**
 * What a test of the saved settings checks. OpenID Connect: the discovery document, the keys of ID tokens, and whether the token endpoint
 * accepts the client. SAML: the certificate, and whether the sign-in page answers.
 */
export const ssoChecks = ['discovery', 'keys', 'client', 'certificate', 'signInPage'] as const
/** One of `ssoChecks`. */
export type SsoCheck = (typeof ssoChecks)[number]

/** Ends at the first check that fails. Nobody is signed in. 409 for a company whose users sign in with passwords. */
export const testSso = route({
  method: 'POST',
  path: '/companies/{company}/sso/test',
  summary: "Test the saved connection to the company's identity provider",
  access: 'company:manage',
  params: ofCompany,
  response: z.array(
    z.object({
      check: z.enum(ssoChecks),
      /** Null if it passed. */
      problem: z.nullable(wire.Sentence),
    }),
  ),
})

/** The token is only shown in this response. A company has one token at a time. */
export const addScimToken = route({
  method: 'POST',
  path: '/companies/{company}/scimToken',
  summary: "Create the SCIM token of the company's identity provider, shown once; the previous one stops working",
  access: 'company:manage',
  status: 201,
  isSecret: true,
  params: ofCompany,
  response: z.object({ id: z.string(), token: z.string(), createdAt: wire.time }),
})
