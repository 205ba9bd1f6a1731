import { secondMs } from '@signet/contract/time'
import type { FakeProvider, Listing } from './fake-provider.ts'

/** The page of an app in Google Play, as far as search engines read it. Apps are found by the first word of their name. */
export const fakeGooglePlay: FakeProvider = ({ path, query }, world) => {
  if (path === '/robots.txt') {
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /store/search\n' }
  }
  if (path !== '/store/apps/details') return null
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    const seconds = Math.round((world.freeAt.getTime() - Date.now()) / secondMs)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: '' }
  }
  if (world.manner === 'changed') return page('<div id="app"></div>')
  const packageName = query.get('id') ?? ''
  const [listing] = world.manner === 'silent' ? [] : world.listings('')
  const [word = ''] = listing?.name.toLowerCase().split(' ') ?? []
  if (!listing || !packageName.toLowerCase().includes(word)) return { status: 404, body: 'Not found' }
  return page(structured(listing, packageName, world.manner === 'malformed'))
}

function structured({ id, name, publisher, text, link, picture }: Listing, packageName: string, isMalformed: boolean) {
  const app = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    ...(isMalformed ? {} : { name }),
    url: `https://play.google.com/store/apps/details/App?id=${packageName}&hl=en`,
    description: text,
    operatingSystem: 'ANDROID',
    image: picture ?? `https://pictures.test/${id}.png`,
    author: { '@type': 'Person', name: publisher, ...(link === null ? {} : { url: link }) },
  }
  const json = JSON.stringify(app).replaceAll('<', String.raw`\u003c`)
  return `<script>var a = "</div>"</script><script type="application/ld+json" nonce="n">${json}</script>`
}

const page = (body: string) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8">${body}</head><body></body></html>`,
})
