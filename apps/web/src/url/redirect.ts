import { homeRouteOf, type Role } from '@signet/contract/permissions'

/** Whether a path is one of the two pages for people who are not signed in. */
export function isAuthPath(path: string): boolean {
  return path === '/' || path === '/auth' || path.startsWith('/auth/')
}

/** Whether a path belongs to an entry: it equals its path or is below it. */
export function isUnder(path: string, entry: string): boolean {
  return path === entry || path.startsWith(`${entry}/`)
}

/** An address of this origin as a path, else null: a callback never leaves the portal. */
export function safeCallback(callbackUrl: string | undefined, origin: string): string | null {
  if (!callbackUrl) return null
  try {
    const url = new URL(callbackUrl, origin)
    if (url.origin !== origin || isAuthPath(url.pathname) || url.pathname.startsWith('/api/')) return null
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return null
  }
}

/** Who asks for a page: nobody, or a role with the paths of its navigation list. */
export type Visitor = { role: Role; homeRoute?: string | undefined; paths: readonly string[] } | null

/**
 * Where a visitor of a path is sent instead, or null to stay.
 *
 * Nobody goes to sign-in and comes back afterwards; the signed-in leave the auth pages for their home; a path outside the
 * role's list leads to `/QA/dashboard` for QA and to `/home` for everybody else.
 */
export function redirectOf(visitor: Visitor, path: string, search = ''): string | null {
  if (!visitor) {
    if (isAuthPath(path)) return null
    return `/?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: `${path}${search}` }).toString()}`
  }
  const home = homeRouteOf(visitor.role, visitor.homeRoute)
  if (isAuthPath(path)) {
    const callback = safeCallback(new URLSearchParams(search).get('callbackUrl') ?? undefined, 'http://portal.invalid')
    return callback ?? home
  }
  const allowed = [...visitor.paths, home, ...(visitor.role === 'qa' ? [] : ['/home'])]
  if (allowed.some((entry) => isUnder(path, entry))) return null
  return visitor.role === 'qa' ? '/QA/dashboard' : '/home'
}
