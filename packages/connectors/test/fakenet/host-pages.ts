import { appFileOf } from './app-file.ts'

/** What a host of the local internet shows its visitors. */
export const shownPages = [
  /** A sign-in page in the name of the brand. */
  'login',
  /** The sign-in page for a phone that comes from an ad, a flower shop for everybody else. */
  'cloaked',
  /** 404 for an agent that names itself, the sign-in page for browsers. */
  'hidden',
  /** Leads to the page of another host. */
  'redirecting',
  /** A page that offers the domain for sale. */
  'parked',
  /** The provider's notice that it suspended the account. */
  'suspended',
  /** 404 for everybody. */
  'missing',
  /** 503 for everybody. */
  'failing',
  /** The connection is closed without an answer. */
  'silent',
  /** The registrar took the domain out of the DNS. */
  'unresolved',
] as const
export type ShownPage = (typeof shownPages)[number]

/** One host of the local internet. */
export interface FakeHost {
  /** Its own name; the domain that is registered is the same. */
  name: string
  /** The brand that its sign-in page names. */
  brand: string
  shows: ShownPage
  /** The host that it leads to while it redirects. */
  leadsTo?: string
}

/** A response of a web server; null closes the connection. */
export interface PageResponse {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

/** What a visitor with these headers gets. */
export function respond(
  host: FakeHost,
  request: { path: string; userAgent: string; referer: string },
  provider: string,
  portSuffix: string,
): PageResponse | null {
  const { pathname, searchParams } = new URL(request.path, 'http://host.invalid')
  if (host.shows === 'silent') return null
  if (host.shows === 'failing') return html(503, `<title>503</title><h1>Service unavailable</h1>`)
  if (pathname === '/app.apk' && shownWithApp.has(host.shows)) return appOf(host.brand)
  if (host.shows === 'missing' || pathname !== '/') return html(404, '<title>404</title><h1>Not found</h1>')
  if (host.shows === 'redirecting' && host.leadsTo) {
    return { status: 302, headers: { location: `http://${host.leadsTo}${portSuffix}/` }, body: '' }
  }
  if (host.shows === 'suspended') return html(200, suspended(provider))
  if (host.shows === 'parked') return html(200, parked(host.name))
  if (host.shows === 'hidden' && /signet/i.test(request.userAgent)) return html(404, '<h1>Not found</h1>')
  const isFromAd = searchParams.has('gclid') && /google\./.test(request.referer)
  if (host.shows === 'cloaked' && !(isFromAd && request.userAgent.includes('Mobile'))) return html(200, flowers)
  return html(200, login(host.brand))
}

/** Pages that offer an app for download. */
const shownWithApp: ReadonlySet<ShownPage> = new Set(['login', 'cloaked', 'hidden'])

const appOf = (brand: string): PageResponse => ({
  status: 200,
  headers: { 'content-type': 'application/vnd.android.package-archive' },
  body: appFileOf(brand),
})

const html = (status: number, body: string): PageResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><meta charset="utf-8">${body}</html>`,
})

const frame = 'font:16px/1.5 Arial,sans-serif;max-width:420px;margin:48px auto;padding:24px'

const flowers = `<title>Petal and Stem</title><body style="${frame}"><h1>Petal and Stem</h1>
<p>Fresh tulips, roses and lilies, cut this morning and brought to your door. Choose a bunch, or come and see us on the market square.</p>`

const parked = (name: string) => `<title>${name}</title><body style="${frame}"><h1>${name}</h1>
<p>This domain is for sale. Buy this domain today from its owner.</p>`

const suspended = (provider: string) => `<title>Account suspended</title><body style="${frame}">
<h1>Account suspended</h1><p>${provider} has suspended this account after a report of abuse.</p>`

const login = (brand: string) => `<title>${brand}: sign in</title>
<body style="margin:0;background:#eef2f7"><header style="background:#123a6b;color:#fff;padding:20px 32px;font:700 24px Arial">${brand}</header>
<main style="${frame};background:#fff"><h1>Sign in to ${brand}</h1><p>Your account was locked. Confirm who you are to unlock it.</p>
<form method="post" action="/collect"><p><label>Customer number <input name="customer" autocomplete="username"></label></p>
<p><label>Password <input name="password" type="password"></label></p>
<p><label>PIN <input name="pin" type="password" inputmode="numeric"></label></p><button>Unlock account</button></form></main>`
