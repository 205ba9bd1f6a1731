import { pageOf, recordsOf, type FakeProvider } from './fake-provider.ts'

/** The list of projects of GitLab. */
export const fakeGitlab: FakeProvider = ({ path, query, headers }, world) => {
  if (path !== '/projects') return null
  if (world.manner === 'throttles' || world.manner === 'usedUp') {
    const reset = Math.ceil(world.freeAt.getTime() / 1000)
    const seconds = Math.ceil(reset - Date.now() / 1000)
    const limits = { 'ratelimit-remaining': '0', 'ratelimit-reset': String(reset), 'retry-after': String(seconds) }
    return { status: 429, headers: limits, body: 'Retry later' }
  }
  if (world.manner === 'expired' || !headers['private-token']) {
    const words = 'Token is expired. You can either do re-authorization or token refresh.'
    return { status: 401, body: { error: 'invalid_token', error_description: words } }
  }
  if (world.manner === 'changed') return { status: 200, body: { projects: [] } }
  const page = Number(query.get('page') ?? 1)
  const { listings, next } = pageOf(world, query.get('search') ?? '', (page - 1) * world.pageSize)
  return {
    status: 200,
    // Without a next page, the header is empty.
    headers: { 'x-page': String(page), 'x-next-page': next === null ? '' : String(page + 1) },
    body: recordsOf(world, listings, ({ id, name, handle, publisher, text, at }) => ({
      id: Number(id),
      description: text,
      name,
      name_with_namespace: `${publisher} / ${name}`,
      path: handle,
      path_with_namespace: `group-${id}/${handle}`,
      created_at: at,
      web_url: `https://gitlab.com/group-${id}/${handle}`,
      avatar_url: null,
      last_activity_at: at,
      namespace: { id: Number(id), name: publisher, path: `group-${id}`, kind: 'group', full_path: `group-${id}` },
    })),
  }
}
