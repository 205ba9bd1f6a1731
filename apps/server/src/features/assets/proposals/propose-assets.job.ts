import { addressesOf, ConnectorError, visitSite, type SiteVisit } from '@signet/connectors'
import type { Assets } from '@signet/contract/companies/assets'
import { lettersAndDigits } from '@signet/contract/letters-and-digits'
import { accountAt, compileOwnAssets, isEntered, normaliseName, registrableOf } from '@signet/detection'
import type { JobParts, JobRun } from '../../../app/jobs.ts'
import type { SiteProblem } from '../../../db/columns.ts'
import { wordsOf } from '../../../errors/sentences.ts'
import { findAssets } from '../assets.queries.ts'
import { addProposals, endSearch, type FoundAsset } from './proposals.queries.ts'
import { readSiteFile } from './read-site-file.ts'

/** The sites that one search visits. */
const sitesMax = 10

/** Email services that everyone has an address with. */
const sharedMail =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|aol|gmx|web|mail|proton|protonmail|zoho|yandex|qq|163|rediffmail|t-online)\.[a-z.]{2,6}$/

type Parts = Pick<JobParts, 'database' | 'lookUps'> & {
  /** Delay between two files of a site. */
  spacingMs?: number
}

/** Visits the sites of a company, and proposes what they name and the company has not entered. */
export async function proposeAssets(
  { database, lookUps, spacingMs }: Parts,
  { companyId }: { companyId: number },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const assets = await database.inCompanies([companyId], (tx) => findAssets(tx, companyId))
  const hosts = ownHosts(assets)
  const own = compileOwnAssets(assets)
  const isOwn = (host: string) => isEntered(own, { kind: 'domain', value: host })
  const found = new Map<string, FoundAsset>()
  const problems: SiteProblem[] = []
  let files = 0
  if (lookUps) {
    const { allow, dnsServers, ports } = lookUps
    const lookup = dnsServers.length === 0 ? undefined : (host: string) => addressesOf(host, { servers: dnsServers })
    for (const host of hosts.slice(0, sitesMax)) {
      const spacing = spacingMs === undefined ? {} : { spacingMs }
      const visit = await visited(() =>
        visitSite(host, { read: readSiteFile, isOwn, allowAddress: allow, lookup, ports, signal, ...spacing }),
      )
      if (visit.problem && !signal.aborted) problems.push({ host, problem: wordsOf(visit.problem) })
      files += visit.facts.length
      for (const asset of assetsIn(visit, assets)) found.set(`${asset.kind} ${asset.compared}`, asset)
    }
  }
  await database.inCompanies([companyId], async (tx) => {
    // What was entered in the meantime is not proposed.
    const entered = compileOwnAssets(await findAssets(tx, companyId))
    const now = new Date()
    const unknown = [...found.values()].filter((asset) => !isKnown(entered, assets, asset))
    await addProposals(tx, companyId, unknown, now)
    await endSearch(tx, companyId, { now, files, problems })
  })
}

/** Each registrable domain once, and hosts without one: their first pages lead to the others. */
function ownHosts({ brands, domains }: Assets): string[] {
  const hosts = [...brands.flatMap(({ official }) => official), ...domains]
  return [...new Set(hosts.flatMap((host) => registrableOf(host) ?? normaliseName(host)?.host ?? []))]
}

async function visited(visit: () => Promise<SiteVisit>): Promise<SiteVisit> {
  try {
    return await visit()
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return { facts: [], problem: error }
  }
}

function isKnown(own: ReturnType<typeof compileOwnAssets>, { brands }: Assets, asset: FoundAsset): boolean {
  const { kind, source, value, signers } = asset
  if (kind === 'name')
    return brands.some((brand) => [brand.name, ...brand.aliases].some((name) => plain(name) === plain(value)))
  if (kind === 'handle') return source === null || isEntered(own, { kind, source, value })
  return kind === 'app' ? isEntered(own, { kind, value, signerSha256: signers }) : isEntered(own, { kind, value })
}

const plain = (name: string) => lettersAndDigits(name.normalize('NFKC'))
const phonePattern = /^\+?[\d ()./-]{6,40}$/

/** What a visit found, in the form of proposals; what can't be an asset is left out. */
function* assetsIn({ facts }: SiteVisit, { brands }: Pick<Assets, 'brands'>): Generator<FoundAsset> {
  const aliasMax = 60
  for (const { address: foundOn, facts: named } of facts) {
    const proposal = (kind: FoundAsset['kind'], value: string, compared: string, more: Partial<FoundAsset> = {}) => ({
      kind,
      source: null,
      value,
      compared,
      signers: [],
      foundOn: foundOn.slice(0, 2000),
      ...more,
    })
    for (const link of named.links) {
      const account = link.length <= 200 ? accountAt(link) : null
      if (!account) continue
      const { source, handle } = account
      const isPackage = source === 'APK' && handle.includes('.')
      const packageName = isPackage ? new URL(link).searchParams.get('id') : null
      if (!isPackage) yield proposal('handle', link, `${source}/${handle}`, { source })
      else if (packageName && /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(packageName) && packageName.length <= 200)
        yield proposal('app', packageName, packageName.toLowerCase())
    }
    for (const phone of named.phones)
      if (phonePattern.test(phone)) yield proposal('phone', phone, phone.replaceAll(/\D/g, ''))
    for (const mail of named.mailDomains) {
      const name = normaliseName(mail)
      if (name && !name.isAddress && registrableOf(name.host) && !sharedMail.test(name.host))
        yield proposal('domain', name.host, name.host)
    }
    for (const name of named.legalNames) {
      const isNamed = brands.length > 0 && plain(name).length >= 2 && name.length <= aliasMax && !/[\r\n]/.test(name)
      if (isNamed) yield proposal('name', name, plain(name))
    }
    for (const { packageName, signerSha256 } of named.apps) {
      if (!/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(packageName)) continue
      const compared = [packageName.toLowerCase(), ...signerSha256.toSorted()].join(' ')
      yield proposal('app', packageName, compared, { signers: signerSha256 })
    }
  }
}
