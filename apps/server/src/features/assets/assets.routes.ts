import { isIP } from 'node:net'
import type * as contract from '@signet/contract/companies/assets'
import type { Assets } from '@signet/contract/companies/assets'
import type { ErrorDetail } from '@signet/contract/errors/errors'
import { isHostName, normaliseName, splitName } from '@signet/detection'
import type { Handler } from '../../app/handler.ts'
import { AppError, detailOf } from '../../errors.ts'
import { findAssets, lockAssets } from './assets.queries.ts'
import { changeAssets } from './change-assets.ts'

export const getAssets: Handler<typeof contract.getAssets> = ({ tx, company }) => findAssets(tx, company.id)

/** @throws AppError `CONFLICT` for a stale version, `BAD_REQUEST` naming each host that can't be owned */
export const putAssets: Handler<typeof contract.putAssets> = async (context, { body }) => {
  const { tx, company } = context
  const assets = { ...body, ...withOwnHosts(body) }
  if ((await lockAssets(tx, company.id)) !== body.version) throw new AppError('STALE_VERSION', { what: 'assets' })
  return changeAssets(context, await findAssets(tx, company.id), assets)
}

type WithHosts = Pick<Assets, 'brands' | 'domains' | 'partners'>

/** The hosts in the form that detectors compare: ASCII, without port, path and duplicates. */
/** @throws AppError `INVALID_INPUT` naming each host that can't be owned */
export function withOwnHosts({ brands, domains, partners }: WithHosts): WithHosts {
  const wrong: ErrorDetail[] = []
  const hostsOf = (hosts: readonly string[], path: string) => {
    const read = hosts.map((text, at) => {
      const host = ownableHost(text)
      if (!host) wrong.push(detailOf(`${path}.${at}`, 'NOT_A_DOMAIN', {}))
      return host ?? text
    })
    return [...new Set(read)]
  }
  const checked = {
    brands: brands.map((brand, at) => ({ ...brand, official: hostsOf(brand.official, `body.brands.${at}.official`) })),
    domains: hostsOf(domains, 'body.domains'),
    partners: partners.map((partner, at) => ({
      ...partner,
      domains: hostsOf(partner.domains, `body.partners.${at}.domains`),
    })),
  }
  if (wrong.length > 0) throw new AppError('INVALID_INPUT', {}, { details: wrong })
  return checked
}

/** A host at or below a registrable domain; null for a URL, an IP address, a public suffix or no host at all. */
function ownableHost(text: string): string | null {
  const name = normaliseName(text)
  if (!name || name.isAddress || isIP(name.host) || !isHostName(name.host)) return null
  const { labels, registrableAt, hostedAt } = splitName(name.host)
  // Anyone can have names under a suffix of a hosting company, such as github.io.
  return labels.length >= 2 && labels[registrableAt] && hostedAt !== name.host ? name.host : null
}
