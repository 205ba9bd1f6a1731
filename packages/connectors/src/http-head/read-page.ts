import type { CaptureProfile } from '@signet/contract/takedowns/captures'
import type { ObservationProblem } from '@signet/contract/threats/observations'
import type { Exit } from '../capture/exits.ts'
import { visitors } from '../capture/profiles.ts'
import { ConnectorError } from '../connector-error.ts'
import { guardedExchange, type GuardedExchange } from '../guarded-exchange.ts'
import type { OutsideOptions } from '../outside-options.ts'
import { redirectStatuses } from '../guarded-fetch.ts'

/** The page of a host to read. */
export interface PageOptions extends OutsideOptions {
  /** 80 and 443 by default. */
  ports?: { http: number; https: number } | undefined
  /** The path on the host, e.g. `/login`; the front page if missing. */
  path?: string | undefined
  /** The visitor to appear as; without one, the request names this product. */
  as?: CaptureProfile | undefined
  /** The proxy that the visit leaves by; if missing, it leaves from this machine. */
  exit?: Exit | undefined
}

/** The final response of a host's web server. */
export interface ReadPage {
  host: string
  /** The final address after redirects, without its query; null without a response. */
  address: string | null
  status: number | null
  /** Addresses of the redirects, without their queries. */
  redirects: string[]
  server: string | null
  /** The beginning of an HTML page, at most 256 KiB; empty for other content. */
  html: string
  problem: ObservationProblem | null
}

const redirectsMax = 3
/** The version of Chrome that visitors claim to use. */
const browserVersion = '153'
const readMax = 256 * 1024

/**
 * Visits a host like a browser with the name as input: over https, otherwise over http. Redirects are followed manually, at most three, and
 * each target is checked.
 *
 * @param host in its ASCII form
 * @returns no response when there is none, or when the host redirects to an address that is not public; `problem` contains the reason
 * @throws ConnectorError `throttled`, and EXIT_FAILED if the exit doesn't work
 */
export async function readPage(host: string, options: PageOptions = {}): Promise<ReadPage> {
  const { http, https } = options.ports ?? { http: 80, https: 443 }
  const path = options.path ?? '/'
  const starts = [`https://${host}:${https}${path}`, `http://${host}:${http}${path}`]
  let problem: ObservationProblem | null = null
  for (const start of starts) {
    try {
      return await visit(host, opened(start, options), options)
    } catch (error) {
      if (!(error instanceof ConnectorError) || saysNothing(error)) throw error
      problem ??= error.kind === 'refused' ? 'notPublic' : 'noResponse'
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
      // The target of the redirect is known, even if it can't be fetched.
      if (hop === 0 || !(error instanceof ConnectorError) || saysNothing(error)) throw error
      const problem = error.kind === 'refused' ? 'notPublic' : 'noTarget'
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
      html: isHtml ? decodedText(body, header('content-type')) : '',
      problem: next ? 'redirects' : null,
    }
  }
}

/** A failure that isn't one of the site. */
const saysNothing = ({ kind, reason }: ConnectorError) => kind === 'throttled' || reason === 'EXIT_FAILED'

async function get(url: URL, options: PageOptions): Promise<GuardedExchange> {
  await options.before?.(url.hostname)
  return guardedExchange(url, {
    headers: { accept: 'text/html,*/*;q=0.5', 'accept-language': 'en', ...headersOf(options) },
    allowAddress: options.allowAddress ?? [],
    lookup: options.lookup,
    readMax,
    exit: options.exit,
    // Visitors can dismiss the warning about a wrong certificate.
    acceptsAnyCertificate: options.as !== undefined,
  })
}

const visitorOf = ({ as }: PageOptions) => visitors.find(({ profile }) => profile === as)

function headersOf(options: PageOptions): Record<string, string> {
  const visitor = visitorOf(options)
  if (!visitor) return {}
  const { userAgent, referer } = visitor
  return { 'user-agent': userAgent.replace('{version}', browserVersion), ...(referer ? { referer } : {}) }
}

/** The address that the visitor opens: one who clicked an ad brings the id of the click. */
function opened(start: string, options: PageOptions): URL {
  const url = new URL(start)
  const clickId = visitorOf(options)?.clickId
  if (clickId) url.searchParams.set(clickId.name, clickId.value)
  return url
}

/** A query can identify the intended visitor. */
const withoutQuery = ({ origin, pathname }: URL) => `${origin}${pathname}`.slice(0, 1000)

function decodedText(body: Buffer, contentType = ''): string {
  const named = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(named).decode(body)
  } catch {
    // The encoding is unknown; ASCII letters are the same in nearly all encodings.
    return body.toString('latin1')
  }
}
