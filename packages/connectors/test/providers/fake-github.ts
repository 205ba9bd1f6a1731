import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type Listing, type World } from './fake-provider.ts'

/** Repositories have odd numbers here, files even ones. */
const isRepository = ({ id }: Listing) => Number(id) % 2 === 1

const repositoryOf = ({ id, handle, name, text }: Listing) => ({
  id: Number(id),
  name: handle,
  full_name: `owner-${id}/${handle}`,
  private: false,
  owner: { login: `owner-${id}`, avatar_url: `https://pictures.test/${id}.png` },
  html_url: `https://github.com/owner-${id}/${handle}`,
  description: `${name}: ${text}`,
})

/** The searches of GitHub's REST API, and single repositories. */
export const fakeGithub: FakeProvider = ({ path, query, headers }, world) => {
  const failure = failureOf(world, headers.authorization)
  if (failure) return failure
  if (path === '/rate_limit') {
    return { status: 200, body: { resources: { code_search: { limit: 10, remaining: 10, reset: 1, used: 0 } } } }
  }
  if (path.startsWith('/repos/')) {
    if (world.manner === 'changed') return { status: 200, body: { node_id: 'R_1' } }
    const all = world.manner === 'silent' ? [] : world.listings('')
    const known = all.find((listing) => path === `/repos/${repositoryOf(listing).full_name}`)
    if (!known) return refused(404, 'Not Found')
    return { status: 200, body: { ...repositoryOf(known), created_at: known.at, pushed_at: known.at, archived: false } }
  }
  const kind = ['repositories', 'code'].find((each) => path === `/search/${each}`)
  if (kind === undefined) return null
  if (world.manner === 'changed') return { status: 200, body: { total_count: 1, nodes: [] } }
  const q = query.get('q') ?? ''
  const phrase = /^"([^"]*)"/.exec(q)?.[1] ?? q
  if (phrase.length > 254) return refused(422, 'Validation Failed')
  const page = Number(query.get('page') ?? 1)
  const of = {
    ...world,
    listings: (term: string) => world.listings(term).filter((each) => isRepository(each) === (kind === 'repositories')),
  }
  const { listings, next } = pageOf(of, phrase, (page - 1) * world.pageSize)
  const hasMatches = String(headers.accept).includes('text-match')
  const items = recordsOf(world, listings, (listing) =>
    kind === 'repositories'
      ? { ...repositoryOf(listing), homepage: listing.link, pushed_at: listing.at }
      : {
          name: 'config.env',
          path: 'deploy/config.env',
          sha: 'f'.repeat(40),
          html_url: `https://github.com/owner-${listing.id}/${listing.handle}/blob/main/deploy/config.env`,
          repository: repositoryOf(listing),
          ...(hasMatches ? { text_matches: [{ property: 'content', fragment: listing.text }] } : {}),
        },
  )
  const link = next === null ? '' : `<https://api.github.com${path}?page=${page + 1}>; rel="next"`
  return {
    status: 200,
    ...(link === '' ? {} : { headers: { link } }),
    body: { total_count: world.listings(phrase).length, incomplete_results: false, items },
  }
}

function failureOf({ manner, freeAt }: World, authorization: string | undefined): FakeAnswer | null {
  if (manner === 'throttles') {
    return {
      ...refused(403, 'API rate limit exceeded for user ID 1.'),
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(freeAt.getTime() / 1000) },
    }
  }
  if (manner === 'usedUp') {
    return refused(403, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.')
  }
  const isKnown = manner !== 'expired' && /^Bearer .+/.test(authorization ?? '')
  return isKnown ? null : refused(401, `Bad credentials`)
}

const refused = (status: number, message: string): FakeAnswer => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
})
