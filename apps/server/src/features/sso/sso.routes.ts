import { X509Certificate, randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/access/sso'
import type { PlainReason } from '@signet/contract/errors/errors'
import type { IdentityHandler, SteppedHandler } from '../../app/handler.ts'
import type { Context, IdentityContext } from '../../app/context.ts'
import { refusalOfAddress } from '../../app/loopback.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { callbackPath, metadataPath } from './sso-state.ts'
import { checksOf } from './test-connection.ts'
import {
  findSettings,
  hasScimToken,
  deleteSettings,
  replaceSettings,
  takenDomains,
  type SsoSettingsRow,
} from './sso.queries.ts'

/** The location that a company's client secret is bound to. */
export const secretPlace = (companyId: number, settingsId: string) => ({
  companyId,
  recordId: settingsId,
  field: 'ssoClientSecret',
})

export const getSso: IdentityHandler<typeof contract.getSso> = {
  withIdentity: async (context) =>
    toSettings(context, await context.identity((tx) => findSettings(tx, context.company.id))),
}

/** @throws AppError `CONFLICT` for a stale version; `BAD_REQUEST` naming the refused field */
export const putSso: IdentityHandler<typeof contract.putSso> = {
  withIdentity: async (context, { body }) => {
    const { company, identity } = context
    const before = await identity((tx) => findSettings(tx, company.id))
    if ((before?.version ?? 0) !== body.version) throw stale()
    if (body.protocol === null) {
      if (before) {
        if (!(await identity((tx) => deleteSettings(tx, company.id, body.version)))) throw stale()
        await audit(context, before, undefined)
      }
      return toSettings(context, undefined)
    }
    if (body.issuer !== undefined) refuseAddress('issuer', body.issuer)
    if (body.entryPoint !== undefined) refuseAddress('entryPoint', body.entryPoint)
    const idpCert = body.idpCert === undefined ? null : certificateOf(body.idpCert)
    const taken = new Set(await identity((tx) => takenDomains(tx, company.id, body.domains)))
    const takenAt = body.domains.findIndex((domain) => taken.has(domain))
    if (takenAt >= 0) throw refused(`domains.${takenAt}`, 'DOMAIN_OF_OTHER_COMPANY')

    const id = before?.id ?? randomUUID()
    const clientSecret = body.protocol === 'oidc' ? await secretOf(context, id, body, before) : null
    const kept = {
      company_id: company.id,
      id,
      protocol: body.protocol,
      issuer: body.issuer ?? null,
      client_id: body.clientId ?? null,
      client_secret: clientSecret,
      entry_point: body.entryPoint ?? null,
      idp_cert: idpCert,
      enforced: body.enforced,
    }
    if (!(await identity((tx) => replaceSettings(tx, kept, body.domains, body.version)))) throw stale()
    const after = await identity((tx) => findSettings(tx, company.id))
    await audit(context, before, after)
    return toSettings(context, after)
  },
}

/** Nothing is changed; a user with this permission sees the settings anyway. */
export const testSso: SteppedHandler<typeof contract.testSso> = {
  inSteps: async ({ before, last }) => {
    const provider = await before(async ({ tx, identity, company, secrets, installation }) => {
      const settings = await identity((people) => findSettings(people, company.id))
      if (!settings) throw new AppError('SSO_NOT_SET_UP')
      const { id, client_secret: sealed } = settings
      const clientSecret = sealed ? await secrets.open(tx, secretPlace(company.id, id), sealed) : ''
      const redirectUri = `${installation.origin}${callbackPath}`
      return { settings, clientSecret, redirectUri, allowAddress: installation.ssoAllow }
    })
    const results = await checksOf(provider)
    return last(async () => results)
  },
}

const stale = () => new AppError('STALE_VERSION', { what: 'ssoSettings' })
const refused = (field: string, reason: PlainReason) => new AppError(reason, {}, { at: `body.${field}` })

function refuseAddress(field: string, address: string): void {
  const reason = refusalOfAddress(address)
  if (reason) throw refused(field, reason)
}

function certificateOf(text: string): string {
  const base64 = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    // Any parse error means that it isn't a certificate.
    throw refused('idpCert', 'NOT_A_CERTIFICATE')
  }
  if (certificate.validToDate.getTime() < Date.now()) throw refused('idpCert', 'CERTIFICATE_EXPIRED')
  return certificate.toString()
}

/** The new secret encrypted, or the old one; an old one isn't sent to another issuer or for another client. */
async function secretOf(
  context: Context,
  id: string,
  body: contract.SsoInput,
  before: SsoSettingsRow | undefined,
): Promise<Buffer> {
  if (body.clientSecret !== undefined) {
    const sealer = await context.secrets.sealer(context.tx, context.company.id)
    return sealer.seal(secretPlace(context.company.id, id), body.clientSecret)
  }
  const isSame = before?.issuer === body.issuer && before?.client_id === body.clientId
  if (!before?.client_secret || !isSame) throw refused('clientSecret', 'CLIENT_SECRET_NEEDED')
  return before.client_secret
}

async function audit(
  context: Context,
  before: SsoSettingsRow | undefined,
  after: SsoSettingsRow | undefined,
): Promise<void> {
  await recordAudit(context, {
    action: after ? 'sso.change' : 'sso.remove',
    targetType: 'sso',
    targetId: (after ?? before)?.id ?? context.actor.userId,
    ...(before ? { before: shown(before) } : {}),
    ...(after ? { after: shown(after) } : {}),
  })
}

const shown = (row: SsoSettingsRow) => ({
  protocol: row.protocol,
  issuer: row.issuer,
  clientId: row.client_id,
  entryPoint: row.entry_point,
  domains: row.domains,
  enforced: row.enforced,
})

async function toSettings(context: IdentityContext, row: SsoSettingsRow | undefined): Promise<contract.SsoSettings> {
  const { installation, identity, company } = context
  return {
    protocol: row?.protocol ?? null,
    ...(row?.issuer ? { issuer: row.issuer } : {}),
    ...(row?.client_id ? { clientId: row.client_id } : {}),
    ...(row?.entry_point ? { entryPoint: row.entry_point } : {}),
    ...(row?.idp_cert ? { idpCert: row.idp_cert } : {}),
    domains: row?.domains ?? [],
    enforced: row?.enforced ?? false,
    hasClientSecret: row?.client_secret !== null && row !== undefined,
    ...(row?.idp_cert ? { idpCertExpiresAt: new X509Certificate(row.idp_cert).validToDate.toISOString() } : {}),
    callbackUrl: `${installation.origin}${callbackPath}`,
    metadataUrl: `${installation.origin}${metadataPath}`,
    scimUrl: `${installation.origin}/api/scim/v2`,
    hasScimToken: await identity((tx) => hasScimToken(tx, company.id)),
    version: row?.version ?? 0,
  }
}
