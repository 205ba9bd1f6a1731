import { pageOf, recordsOf, type FakeProvider } from './fake-provider.ts'

/** The search for files of GrayhatWarfare. */
export const fakeGrayhatWarfare: FakeProvider = ({ path, query, headers }, world) => {
  if (path !== '/files') return null
  if (world.manner === 'expired' || !/^Bearer .+/.test(headers.authorization ?? '')) {
    return { status: 401, body: { error: 'Unauthorized' } }
  }
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    const seconds = Math.ceil((world.freeAt.getTime() - Date.now()) / 1000)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: { error: 'Too Many Requests' } }
  }
  if (world.manner === 'changed') return { status: 200, body: { results: [] } }
  const term = query.get('keywords') ?? ''
  const { listings } = pageOf(world, term, Number(query.get('start') ?? 0))
  const files = recordsOf(world, listings, ({ id, name, at }) => ({
    id,
    bucket: 'quay-backup.s3.amazonaws.com',
    bucketId: 7,
    filename: `${name}.xlsx`,
    fullPath: `/2026/${name}.xlsx`,
    url: `https://quay-backup.s3.amazonaws.com/2026/${id}.xlsx`,
    size: 1024,
    lastModified: Date.parse(at) / 1000,
  }))
  const results = world.manner === 'silent' ? 0 : world.listings(term).length
  return { status: 200, body: { files, meta: { query: term, results, notice: [] } } }
}
