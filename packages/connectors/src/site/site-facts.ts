import { isRecord } from '@signet/contract/narrow'
import { elementsIn, htmlTree } from '../collect/html-tree.ts'
import { parsed, scriptsIn } from './scripts-in.ts'

/** The files of a site that say what its owner has elsewhere. */
export const siteFiles = ['page', 'assetLinks', 'siteAssociation'] as const
/** One of `siteFiles`. */
export type SiteFile = (typeof siteFiles)[number]

/** An app that a site names. */
export interface SiteApp {
  packageName: string
  /** In hex digits; empty if the site doesn't say. */
  signerSha256: string[]
}

/** What one file of a site says about its owner. Every text is as written there. */
export interface SiteFacts {
  /** Addresses of other pages of the site. */
  pages: string[]
  /** Addresses elsewhere. */
  links: string[]
  phones: string[]
  /** Domains of email addresses. */
  mailDomains: string[]
  legalNames: string[]
  apps: SiteApp[]
}

const eachMax = 300
const textMax = 500
const nodesMax = 5_000
const packageName = /^[A-Za-z]\w*(?:\.[A-Za-z][\w-]*)+$/

/** Reads one file of a site; one that isn't what it should be says nothing. */
export function siteFacts(file: SiteFile, text: string, address: string): SiteFacts {
  const facts: SiteFacts = { pages: [], links: [], phones: [], mailDomains: [], legalNames: [], apps: [] }
  if (file === 'page') readPage(facts, text, address)
  else if (file === 'assetLinks') readAssetLinks(facts, parsed(text))
  else readSiteAssociation(facts, parsed(text))
  return {
    pages: once(facts.pages),
    links: once(facts.links),
    phones: once(facts.phones),
    mailDomains: once(facts.mailDomains),
    legalNames: once(facts.legalNames),
    apps: facts.apps.slice(0, eachMax),
  }
}

const once = (texts: readonly string[]) =>
  [...new Set(texts.map((text) => text.trim()).filter((text) => text !== '' && text.length <= textMax))].slice(
    0,
    eachMax,
  )

function readPage(facts: SiteFacts, html: string, address: string): void {
  let base = new URL(address)
  for (const { name, attributes } of elementsIn(htmlTree(html))) {
    const href = attributes.get('href')?.trim()
    if (name === 'base' && href && URL.canParse(href, base)) base = new URL(href, base)
    if ((name === 'a' || name === 'link' || name === 'area') && href) addAddress(facts, href, base, name !== 'link')
    // <meta name="apple-itunes-app" content="app-id=123">
    const appId = attributes.get('name') === 'apple-itunes-app' && /app-id=(\d+)/.exec(attributes.get('content') ?? '')
    if (appId) facts.links.push(`https://apps.apple.com/app/id${appId[1]}`)
    if (attributes.get('itemprop') === 'telephone') facts.phones.push(attributes.get('content') ?? '')
  }
  for (const block of scriptsIn(html, 'application/ld+json')) readStructured(facts, parsed(block), base)
}

function addAddress(facts: SiteFacts, href: string, base: URL, isPage: boolean): void {
  const [, scheme = '', rest = ''] = /^(tel|mailto):([^?]*)/i.exec(href) ?? []
  if (scheme.toLowerCase() === 'tel') facts.phones.push(decoded(rest))
  else if (scheme) addMail(facts, decoded(rest))
  else if (URL.canParse(href, base)) {
    const url = new URL(href, base)
    if (!/^https?:$/.test(url.protocol)) return
    url.hash = ''
    if (url.origin === base.origin) {
      if (isPage) facts.pages.push(url.href)
    } else facts.links.push(url.href)
  }
}

function addMail(facts: SiteFacts, text: string): void {
  for (const mail of text.split(',')) {
    const domain = /^[^\s@]+@((?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,})$/u.exec(mail.trim())?.[1]
    if (domain) facts.mailDomains.push(domain.toLowerCase())
  }
}

/** Text with a wrong escape stays as it is written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')

/** Types of schema.org whose `telephone`, `legalName` … are those of the owner of the site. */
function readStructured(facts: SiteFacts, data: unknown, base: URL): void {
  const waiting = [data]
  for (let nodes = 0; waiting.length > 0 && nodes < nodesMax; nodes += 1) {
    const node = waiting.pop()
    if (Array.isArray(node)) waiting.push(...node.slice(0, nodesMax))
    if (!isRecord(node)) continue
    for (const address of textsOf(node['sameAs'])) addAddress(facts, address, base, false)
    facts.phones.push(...textsOf(node['telephone']))
    facts.legalNames.push(...textsOf(node['legalName']))
    for (const mail of textsOf(node['email'])) addMail(facts, mail.replace(/^mailto:/i, ''))
    waiting.push(
      ...Object.values(node)
        .filter((value) => typeof value === 'object')
        .slice(0, nodesMax),
    )
  }
}

/** Digital Asset Links: the apps that may speak for the site, with their signers. */
function readAssetLinks(facts: SiteFacts, data: unknown): void {
  for (const statement of Array.isArray(data) ? data.slice(0, eachMax) : []) {
    const target = isRecord(statement) ? statement['target'] : null
    if (!isRecord(target) || target['namespace'] !== 'android_app') continue
    const name = target['package_name']
    if (typeof name !== 'string' || name.length > 200 || !packageName.test(name)) continue
    const signers = textsOf(target['sha256_cert_fingerprints'])
      .map((signer) => signer.replaceAll(':', '').toLowerCase())
      .filter((signer) => /^[0-9a-f]{64}$/.test(signer))
    facts.apps.push({ packageName: name, signerSha256: [...new Set(signers)].slice(0, 20) })
  }
}

/** Apple's association file: ids of apps, each after the id of the team. */
function readSiteAssociation(facts: SiteFacts, data: unknown): void {
  const links = isRecord(data) ? data['applinks'] : null
  const credentials = isRecord(data) ? data['webcredentials'] : null
  const details = isRecord(links) ? links['details'] : null
  const entries = Array.isArray(details) ? details.slice(0, eachMax).filter(isRecord) : []
  const ids = [
    ...entries.flatMap((entry) => [...textsOf(entry['appID']), ...textsOf(entry['appIDs'])]),
    ...(isRecord(credentials) ? textsOf(credentials['apps']) : []),
  ]
  for (const name of new Set(ids.map((id) => id.replace(/^[A-Z0-9]{10}\./, ''))))
    if (name.length <= 200 && packageName.test(name)) facts.apps.push({ packageName: name, signerSha256: [] })
}
