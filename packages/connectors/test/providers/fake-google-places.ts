import { textIn } from '@signet/contract/narrow'
import { pageOf, recordsOf, type FakeAnswer, type FakeProvider, type World } from './fake-provider.ts'

/** The text search of the Places API (New). */
export const fakeGooglePlaces: FakeProvider = ({ method, path, headers, body }, world) => {
  if (method !== 'POST' || path !== '/places:searchText') return null
  const failure = failureOf(world, headers['x-goog-api-key'])
  if (failure) return failure
  const mask = headers['x-goog-fieldmask']
  if (typeof mask !== 'string' || mask === '') {
    return invalid('FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters.')
  }
  if (world.manner === 'changed') return { status: 200, body: { results: [] } }
  const asked: unknown = JSON.parse(body)
  const query = textIn(asked, 'textQuery')
  if (query === undefined) return invalid('Empty text_query.')
  const { listings, next } = pageOf(world, query, Number((textIn(asked, 'pageToken') ?? 'Aee0').slice(3)))
  const places = recordsOf(world, listings, ({ id, name, phone, link }) => ({
    id: `ChIJ${id}`,
    displayName: { text: name, languageCode: 'en' },
    formattedAddress: `${id} Quay Street, London`,
    ...(phone === null ? {} : { nationalPhoneNumber: phone.replace(/^\+44 ?/, '0'), internationalPhoneNumber: phone }),
    ...(link === null ? {} : { websiteUri: link }),
    googleMapsUri: `https://maps.google.com/?cid=${id}`,
    businessStatus: 'OPERATIONAL',
  }))
  const found = { ...(places.length > 0 ? { places } : {}), ...(next === null ? {} : { nextPageToken: `Aee${next}` }) }
  return { status: 200, body: found }
}

function failureOf({ manner, freeAt }: World, key: unknown): FakeAnswer | null {
  if (manner === 'throttles' || manner === 'usedUp') {
    const [unit, seconds] = manner === 'usedUp' ? ['Day', null] : ['Minute', (freeAt.getTime() - Date.now()) / 1000]
    return failed(
      429,
      'RESOURCE_EXHAUSTED',
      `Quota exceeded for quota metric 'SearchTextRequest' and limit 'SearchTextRequest per ${unit.toLowerCase()}'.`,
      [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'RATE_LIMIT_EXCEEDED',
          domain: 'googleapis.com',
          metadata: { quota_limit: `SearchTextRequestPer${unit}PerProject`, service: 'places.googleapis.com' },
        },
        ...(seconds === null
          ? []
          : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds.toFixed(3)}s` }]),
      ],
    )
  }
  if (manner !== 'expired' && typeof key === 'string' && key !== '') return null
  return failed(400, 'INVALID_ARGUMENT', 'API key expired. Please renew the API key.', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
  ])
}

const invalid = (message: string) => failed(400, 'INVALID_ARGUMENT', message, [])
const failed = (code: number, status: string, message: string, details: object[]): FakeAnswer => ({
  status: code,
  body: { error: { code, message, status, details } },
})
