import type { FakeProvider } from './fake-provider.ts'

/** The beginning of an app, with more after it than anybody should read of one. */
const app = `PK\u0003\u0004${'\0'.repeat(32)}`.padEnd(64 * 1024, 'x')

/** The downloads of AndroZoo. */
export const fakeAndroZoo: FakeProvider = ({ method, path, query }, world) => {
  if (method !== 'GET' || path !== '/api/download') return null
  const { manner, freeAt } = world
  if (manner === 'throttles' || manner === 'usedUp') {
    const seconds = Math.ceil((freeAt.getTime() - Date.now()) / 1000)
    return { status: 429, headers: { 'retry-after': String(seconds) }, body: 'Too Many Requests' }
  }
  const key = query.get('apikey')
  if (manner === 'expired' || !key) return { status: 403, body: `The key ${key ?? ''} is not valid` }
  if (manner === 'changed') return { status: 200, body: '<!doctype html><title>AndroZoo</title>' }
  const sha256 = query.get('sha256') ?? ''
  const isKnown = manner !== 'silent' && world.listings('').some(({ id }) => id.padStart(64, 'a') === sha256)
  if (!isKnown) return { status: 404, body: 'APK not found' }
  const headers = {
    'content-type': 'application/vnd.android.package-archive',
    'content-disposition': `attachment; filename="${sha256.toUpperCase()}.apk"`,
    'content-length': String(Buffer.byteLength(app)),
  }
  return { status: 200, headers, body: app }
}
