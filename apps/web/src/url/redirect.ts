import { homeRouteOf, type Role } from '@signet/contract/access/permissions'

/** Whether a path is one of the two pages for users who aren't signed in. */
export function isAuthPath(path: string): boolean {
  return path === '/' || path === '/auth' || path.startsWith('/auth/')
}

/** Whether a path is a page that anyone may open, signed in or not. */
export function isPublicPath(path: string): boolean {
  return path === '/verify' || /^\/report\/[^/]+\/?$/.test(path)
}

/** Whether a path belongs to an entry: it is the path of the entry or lies below it. */
export function isUnder(path: string, entry: string): boolean {
  return path === entry || path.startsWith(`${entry}/`)
}

/** A URL of this origin as a path, otherwise null, so that a callback never leaves the portal. */
export function safeCallback(callbackUrl: string | undefined, origin: string): string | null {
  if (!callbackUrl) return null
  try {
    const url = new URL(callbackUrl, origin)
    if (url.origin !== origin || isAuthPath(url.pathname) || url.pathname.startsWith('/api/')) return null
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    // Not an address.
    return null
  }
}

/** Who requests a page: null if not signed in, otherwise a role with the paths of its navigation list. */
export type Visitor = { role: Role; homeRoute?: string | undefined; paths: readonly string[] } | null

/**
 * The path to which a visitor is redirected, or null to stay.
 *
 * Visitors who aren't signed in go to the sign-in page and return afterwards. Signed-in users leave the sign-in pages for their home page.
 * A path outside the role's list redirects to `/QA/dashboard` for QA and to `/home` for all other roles.
 */
export function redirectOf(visitor: Visitor, path: string, search = ''): string | null {
  if (isPublicPath(path)) return null
  if (!visitor) {
    if (isAuthPath(path)) return null
    return `/?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: `${path}${search}` }).toString()}`
  }
  const home = homeRouteOf(visitor.role, visitor.homeRoute)
  if (isAuthPath(path)) {
    const callback = safeCallback(new URLSearchParams(search).get('callbackUrl') ?? undefined, 'http://portal.invalid')
    return callback ?? home
  }
  // The events belong to Threats, and have an entry of their own only where a company has added one.
  const events = visitor.paths.some((entry) => entry === '/threats') && visitor.role !== 'qa' ? ['/events'] : []
  const allowed = [...visitor.paths, home, ...events, ...(visitor.role === 'qa' ? [] : ['/home'])]
  if (allowed.some((entry) => isUnder(path, entry))) return null
  return visitor.role === 'qa' ? '/QA/dashboard' : '/home'
}
