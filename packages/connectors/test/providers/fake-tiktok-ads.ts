import * as z from 'zod/mini'
import { pageOf, recordsOf, type FakeProvider } from './fake-provider.ts'

const token = 'clt.2example12345Example12345Example'
const Query = z.object({
  filters: z.object({
    ad_published_date_range: z.object({
      min: z.string().check(z.regex(/^\d{8}$/)),
      max: z.string().check(z.regex(/^\d{8}$/)),
    }),
    country_code: z.string(),
  }),
  search_term: z.string().check(z.minLength(1), z.maxLength(50)),
  max_count: z.int().check(z.maximum(50)),
  search_id: z.optional(z.string()),
})

const answer = (code: string, message = '', data: object = {}, status = 200) => ({
  status,
  body: { data, error: { code, message, log_id: '2026112318000000' } },
})

/** TikTok's Commercial Content API, with the tokens of a client. */
export const fakeTiktokAds: FakeProvider = ({ method, path, query, headers, body }, world) => {
  if (method !== 'POST') return null
  if (path === '/v2/oauth/token/') {
    const form = new URLSearchParams(body)
    const isClient =
      form.get('client_key') && form.get('client_secret') && form.get('grant_type') === 'client_credentials'
    if (isClient && world.manner !== 'expired') {
      return { status: 200, body: { access_token: token, expires_in: 7200, token_type: 'Bearer' } }
    }
    const description = `Client key or secret ${form.get('client_secret') ?? ''} is incorrect.`
    return { status: 401, body: { error: 'invalid_client', error_description: description, log_id: '1' } }
  }
  if (path !== '/v2/research/adlib/ad/query/') return null
  if (headers.authorization !== `Bearer ${token}`) return answer('access_token_invalid', 'The access token is invalid.')
  if (world.manner === 'throttles') return answer('rate_limit_exceeded', 'The API rate limit was exceeded.', {}, 429)
  if (world.manner === 'usedUp') return answer('rate_limit_exceeded', 'The API rate limit was exceeded.')
  if (world.manner === 'changed') return answer('ok', '', { items: [] })
  const read = z.safeParse(Query, JSON.parse(body))
  if (!read.success || !(query.get('fields') ?? '').includes('ad.id'))
    return answer('invalid_params', 'Invalid parameters.')
  const { search_term: term, search_id: searchId, filters } = read.data
  const { min, max } = filters.ad_published_date_range
  const [range, offset = '0'] = searchId?.split('_') ?? [`${min}${max}`]
  if (range !== `${min}${max}`) return answer('invalid_params', 'The search_id belongs to other filters.')
  const { listings, next } = pageOf(world, term, Number(offset))
  const ads = recordsOf(world, listings, ({ id, name, publisher, at }) => ({
    ad: {
      id: Number(id),
      first_shown_date: Number(at.slice(0, 10).replaceAll('-', '')),
      last_shown_date: 20_261_102,
      status: 'active',
      videos: [{ url: `https://videos.test/${id}.mp4`, cover_image_url: `https://pictures.test/${id}.jpg` }],
      image_urls: [],
    },
    advertiser: { business_id: Number(`9${id}`), business_name: name, paid_for_by: publisher },
  }))
  return answer('ok', '', { ads, has_more: next !== null, search_id: `${range}_${next ?? offset}` })
}
