import { setTimeout as wait } from 'node:timers/promises'
import { ConnectorError } from '../connector-error.ts'
import { guardedFetch } from '../guarded-fetch.ts'
import type { ResolveHost } from '../public-address.ts'
import { readRobots, type Robots } from './robots.ts'
import type { SiteFacts, SiteFile } from './site-facts.ts'

/** How a site is visited. */
export interface SiteOptions {
  /** Reads a file, away from everything else; null if it takes more than any such file may. */
  read: (file: SiteFile, bytes: Buffer, address: string) => Promise<SiteFacts | null>
  /** Whether a host belongs to the owner of the site: a page elsewhere, after a redirect, says nothing about the owner. */
  isOwn: (host: string) => boolean
  allowAddress?: readonly string[]
  lookup?: ResolveHost | undefined
  /** 80 and 443 by default. */
  ports?: { http: number; https: number } | undefined
  /** Delay between two files; half a second by default. */
  spacingMs?: number
  signal: AbortSignal
}

/** What a visit found. */
export interface SiteVisit {
  /** What each file says, with its address. */
  facts: { address: string; facts: SiteFacts }[]
  /** Why the site couldn't be read; null if its first page was. */
  problem: ConnectorError | null
}

const pagesMax = 8
const pageBytesMax = 2 * 1024 * 1024
const fileBytesMax = 512 * 1024
const totalTimeoutMs = 10_000
/** Pages that usually name accounts, numbers and the company. */
const tellingPath =
  /contact|kontakt|imprint|impressum|legal|about|ueber|uber-uns|support|help|hilfe|service|social|apps?\b|mobile|download|press|company|unternehmen/i

/**
 * Visits a site of a company as a robot that keeps its rules (RFC 9309): its first page, pages linked there that usually say more, and the
 * files for apps. All addresses must be public; sizes, times and redirects are limited.
 */
export async function visitSite(host: string, options: SiteOptions): Promise<SiteVisit> {
  const visit: SiteVisit = { facts: [], problem: null }
  const { http, https } = options.ports ?? { http: 80, https: 443 }
  const origins = [new URL(`https://${host}:${https}`).origin, new URL(`http://${host}:${http}`).origin]
  for (const origin of origins) {
    try {
      await visitOrigin(origin, options, visit)
      return { ...visit, problem: null }
    } catch (error) {
      if (!(error instanceof ConnectorError) || options.signal.aborted) throw error
      // The first problem is that of the address that people use.
      visit.problem ??= error
    }
  }
  return visit
}

async function visitOrigin(origin: string, options: SiteOptions, visit: SiteVisit): Promise<void> {
  const robots = await robotsOf(origin, options)
  const isAllowed = (address: string) => {
    const { pathname, search } = new URL(address)
    return robots(pathname + search)
  }
  const seen = new Set<string>()
  const readFile = async (file: SiteFile, address: string) => {
    if (seen.has(address) || !isAllowed(address)) return null
    seen.add(address)
    const fetched = await fetchFile(address, file === 'page' ? pageBytesMax : fileBytesMax, options)
    seen.add(fetched.address)
    const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(fetched.contentType)
    if (!options.isOwn(new URL(fetched.address).hostname) || isPage !== (file === 'page')) return null
    const facts = await options.read(file, fetched.bytes, fetched.address)
    if (facts) visit.facts.push({ address: fetched.address, facts })
    return facts
  }
  const first = await readFile('page', `${origin}/`)
  const candidates = (first?.pages ?? []).filter((page) => tellingPath.test(new URL(page).pathname))
  for (const page of candidates.slice(0, pagesMax)) await settled(options, () => readFile('page', page))
  const files = [
    ['assetLinks', '/.well-known/assetlinks.json'],
    ['siteAssociation', '/.well-known/apple-app-site-association'],
    ['siteAssociation', '/apple-app-site-association'],
  ] as const
  for (const [file, path] of files) await settled(options, () => readFile(file, `${origin}${path}`))
}

/** One file that can't be read doesn't end the visit. */
async function settled(options: SiteOptions, work: () => Promise<unknown>): Promise<void> {
  await wait(options.spacingMs ?? 500, undefined, { signal: options.signal })
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ConnectorError) || options.signal.aborted) throw error
  }
}

async function robotsOf(origin: string, options: SiteOptions): Promise<Robots> {
  try {
    const { bytes, contentType } = await fetchFile(`${origin}/robots.txt`, fileBytesMax, options)
    return readRobots(/^text\/html\b/i.test(contentType) ? '' : bytes.toString('utf8'), 'Signet')
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    // Without the file everything is allowed; with a server that fails, nothing is (RFC 9309, section 2.3.1).
    const { status } = error
    if (status !== undefined && status >= 400 && status < 500) return () => true
    throw error
  }
}

async function fetchFile(address: string, sizeMax: number, { allowAddress = [], lookup, signal }: SiteOptions) {
  const answer = await guardedFetch(address, { allowAddress, lookup, signal, sizeMax, totalTimeoutMs })
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  return { address: answer.url.href, contentType: answer.contentType, bytes: Buffer.concat(chunks) }
}
