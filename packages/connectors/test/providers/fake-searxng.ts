import { pageOf, recordsOf, type FakeProvider } from './fake-provider.ts'

const endings = ['pdf', 'docx', 'xlsx', 'pptx']

/** The search of a SearXNG whose settings allow JSON. */
export const fakeSearxng: FakeProvider = ({ path, query, headers }, world) => {
  if (path !== '/search') return null
  // Of the proxy before it, which has the accounts.
  if (world.manner === 'expired') return { status: 401, body: 'Unauthorized' }
  if (world.manner === 'throttles' || world.manner === 'usedUp') return { status: 429, body: 'Too Many Requests' }
  if (query.get('format') !== 'json' || headers.accept !== 'application/json') return { status: 403, body: 'Forbidden' }
  if (world.manner === 'changed') return { status: 200, body: { query: '', answers: [] } }
  const q = query.get('q') ?? ''
  const [, term = q, ending = 'pdf'] = /^"([^"]*)" filetype:(\w+)/.exec(q) ?? []
  const of = {
    ...world,
    listings: (each: string) =>
      world.listings(each).filter(({ id }) => (Number(id) + 1) % endings.length === endings.indexOf(ending)),
  }
  const { listings } = pageOf(of, term, (Number(query.get('pageno') ?? 1) - 1) * world.pageSize)
  const results = recordsOf(world, listings, ({ id, name, text, at }) => ({
    url: `https://files.example/${id}.${ending}`,
    title: name,
    content: text,
    publishedDate: at.slice(0, 19),
    engine: 'duckduckgo',
    category: 'general',
  }))
  return {
    status: 200,
    body: { query: q, number_of_results: 0, results, unresponsive_engines: [['google', 'CAPTCHA']] },
  }
}
