import { pageOf, recordsOf, type FakeProvider } from './fake-provider.ts'

/** The search and the look-up of the App Store, which has no pages and no accounts. */
export const fakeAppStore: FakeProvider = ({ path, query }, world) => {
  if (path !== '/search' && path !== '/lookup') return null
  if (world.manner === 'throttles' || world.manner === 'usedUp') return { status: 403, body: '' }
  if (world.manner === 'changed') return { status: 200, body: { feed: [] } }
  const { listings } = pageOf(world, query.get('term') ?? '', 0, 200)
  const wanted = path === '/search' ? listings : listings.filter(({ id }) => id === query.get('id'))
  const results = recordsOf(world, wanted, ({ id, name, handle, publisher, text, link, at }) => ({
    wrapperType: 'software',
    trackId: Number(id),
    trackName: name,
    bundleId: handle,
    sellerName: publisher,
    ...(link === null ? {} : { sellerUrl: link }),
    trackViewUrl: `https://apps.apple.com/us/app/id${id}`,
    artworkUrl512: `https://pictures.test/${id}.png`,
    description: text,
    version: '1.0',
    currentVersionReleaseDate: at,
  }))
  return { status: 200, body: { resultCount: results.length, results } }
}
