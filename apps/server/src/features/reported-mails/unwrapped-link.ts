/** How often a link can be wrapped; each mail server on its way may do it once. */
const wrappingsMax = 5

/**
 * Where a link leads that mail filters have rewritten, so that their check comes first: Safe Links of Microsoft, URL Defense of Proofpoint,
 * Link Protection of Barracuda, and the redirect of Google. Their forms are known from public descriptions.
 */
export function unwrappedLink(address: string): string {
  let link = address
  for (let wrapping = 0; wrapping < wrappingsMax; wrapping += 1) {
    const url = URL.parse(link)
    const inner = url && innerOf(url)
    if (!inner || !/^https?:\/\//i.test(inner) || !URL.canParse(inner)) return link
    link = inner
  }
  return link
}

function innerOf(url: URL): string | null {
  const { hostname, pathname, searchParams } = url
  if (hostname.endsWith('.safelinks.protection.outlook.com')) return searchParams.get('url')
  if (hostname === 'linkprotect.cudasvc.com') return searchParams.get('a')
  if (/^www\.google\.[a-z.]{2,6}$/.test(hostname) && pathname === '/url') {
    return searchParams.get('q') ?? searchParams.get('url')
  }
  if (!/(?:^|\.)urldefense\.(?:com|proofpoint\.com)$/.test(hostname)) return null
  if (pathname.startsWith('/v3/'))
    return /\/v3\/__(.+?)__;/.exec(url.href)?.[1]?.replace(/^(https?:)\/(?!\/)/, '$1//') ?? null
  if (!pathname.startsWith('/v2/')) return null
  // It writes what is encoded with `-` for `%` and `_` for `/`.
  const written = searchParams.get('u')?.replaceAll('-', '%').replaceAll('_', '/')
  try {
    return written === undefined ? null : decodeURIComponent(written)
  } catch {
    // A wrong escape: the address was cut off, so it leads nowhere.
    return null
  }
}
