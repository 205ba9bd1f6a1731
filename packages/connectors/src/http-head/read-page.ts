import { ConnectorError } from '../connector-error.ts'
import { guardedExchange, type GuardedExchange } from '../guarded-exchange.ts'
import type { LookupOptions } from '../lookup-options.ts'

/** Which page of a host is read. */
export interface PageOptions extends LookupOptions {
  /** 80 and 443. */
  ports?: { http: number; https: number } | undefined
  /** Where on the host, e.g. `/login`; its front page when left out. */
  path?: string | undefined
}

/** What the web server of a host answered in the end. */
export interface ReadPage {
  host: string
  /** Where the visitor ends, without its query; null when nothing answers. */
  address: string | null
  status: number | null
  /** Addresses passed on the way, without their queries. */
  redirects: string[]
  server: string | null
  /** The beginning of an HTML page, at most 256 KiB; empty for anything else. */
  html: string
  problem: string | null
}

const redirectsMax = 3
const readMax = 256 * 1024
const notPublic = 'it leads to an address that is not public'
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * Visits a host as somebody would who types its name: over https, else over http; redirects are followed manually, at most three, each
 * address checked again.
 *
 * @param host in its ASCII form
 * @returns without an answer when nobody gives one, or when it leads to an address that is not public; `problem` says why
 */
export async function readPage(host: string, options: PageOptions = {}): Promise<ReadPage> {
  const { http, https } = options.ports ?? { http: 80, https: 443 }
  const path = options.path ?? '/'
  const starts = [`https://${host}:${https}${path}`, `http://${host}:${http}${path}`]
  let problem: string | null = null
  for (const start of starts) {
    try {
      return await visit(host, new URL(start), options)
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind === 'throttled') throw error
      problem ??= error.kind === 'refused' ? notPublic : 'nobody answers'
    }
  }
  return { host, address: null, status: null, redirects: [], server: null, html: '', problem }
}

async function visit(host: string, start: URL, options: PageOptions): Promise<ReadPage> {
  const redirects: string[] = []
  let url = start
  let last: Pick<ReadPage, 'status' | 'server'> = { status: null, server: null }
  for (let hop = 0; ; hop += 1) {
    let answer: GuardedExchange
    try {
      answer = await get(url, options)
    } catch (error) {
      // Where it sends the visitor is known, though we do not follow.
      if (hop === 0 || !(error instanceof ConnectorError) || error.kind === 'throttled') throw error
      const problem = error.kind === 'refused' ? notPublic : 'nobody answers where it leads'
      return { host, address: withoutQuery(url), ...last, redirects, html: '', problem }
    }
    const { status, headers, body } = answer
    const header = (name: string) => [headers[name]].flat()[0]
    last = { status, server: header('server')?.slice(0, 100) ?? null }
    const location = redirectStatuses.has(status) ? header('location') : undefined
    const next = location !== undefined && URL.canParse(location, url) ? new URL(location, url) : null
    if (next && hop < redirectsMax && /^https?:$/.test(next.protocol)) {
      redirects.push(withoutQuery(url))
      url = next
      continue
    }
    const isHtml = /html/i.test(header('content-type') ?? 'text/html')
    return {
      host,
      address: withoutQuery(url),
      ...last,
      redirects,
      html: isHtml ? textOf(body, header('content-type')) : '',
      problem: next ? 'it leads on without end' : null,
    }
  }
}

async function get(url: URL, options: PageOptions): Promise<GuardedExchange> {
  await options.before?.(url.hostname)
  return guardedExchange(url, {
    headers: { accept: 'text/html,*/*;q=0.5', 'accept-language': 'en' },
    allowAddress: options.allowAddress ?? [],
    lookup: options.lookup,
    readMax,
  })
}

/** A query can identify the intended visitor. */
const withoutQuery = ({ origin, pathname }: URL) => `${origin}${pathname}`.slice(0, 1000)

function textOf(body: Buffer, contentType = ''): string {
  const named = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named).decode(body)
  } catch {
    // An encoding nobody knows; the letters of ASCII are the same in nearly all.
    return body.toString('latin1')
  }
}
