import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { isRecord } from '@signet/contract/narrow'
import { dayMs, minuteMs, secondMs } from '@signet/contract/time'
import { callApi } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { readRecords, valueAt } from '../read-records.ts'
import { googleFailureOf } from './google-failures.ts'

const Place = z.object({
  id: z.string(),
  displayName: z.object({ text: z.string() }),
  formattedAddress: z.optional(z.string()),
  nationalPhoneNumber: z.optional(z.string()),
  internationalPhoneNumber: z.optional(z.string()),
  websiteUri: z.optional(z.string()),
  googleMapsUri: z.optional(z.string()),
  businessStatus: z.optional(z.string()),
})

/** A call costs what its most expensive field costs; the answer has only these. */
const fieldMask = [
  'nextPageToken',
  ...[
    'id',
    'displayName',
    'formattedAddress',
    'nationalPhoneNumber',
    'internationalPhoneNumber',
    'websiteUri',
    'googleMapsUri',
    'businessStatus',
  ].map((field) => `places.${field}`),
].join(',')
/** The largest number that one answer may have; three pages at most. */
const limit = 20

const search = (access: Access, body: object, mask: string) =>
  callApi(
    access,
    {
      method: 'POST',
      path: '/places:searchText',
      headers: {
        'content-type': 'application/json',
        'x-goog-api-key': access.credentials.key ?? '',
        'x-goog-fieldmask': mask,
      },
      body: JSON.stringify(body),
    },
    googleFailureOf(access),
  )

/** An answer without results has no list of places. */
const placesIn = (json: unknown) =>
  isRecord(json) && Object.keys(json).every((key) => key === 'nextPageToken') ? [] : valueAt(json, 'places')

/** Places in Google Maps with the name of a brand, in each country of the company. */
export const googlePlaces: Connector = {
  base: 'https://places.googleapis.com/v1',
  everyMs: 7 * dayMs,
  spacingMs: secondMs / 5,
  quota: { calls: 600, perMs: minuteMs },
  api: {
    calls: ['POST /places:searchText'],
    documentation: 'https://developers.google.com/maps/documentation/places/web-service/text-search',
    permission: 'a key of a Google Cloud project with the Places API (New) and a billing account',
    checked: '2026-11-23',
    unconfirmed: 'the number of calls per minute; the reasons of answers to too many calls',
  },
  async check(access) {
    // Only ids are free of charge.
    await search(access, { textQuery: 'test', pageSize: 1 }, 'places.id')
    return 'OK'
  },
  collect(access, { terms, countries }, cursor) {
    const regions = countries.length > 0 ? countries : ['']
    const searches = regions.flatMap((region) => terms.map((term) => `${region} ${term}`))
    return eachPage(searches, cursor, async (each, pageToken) => {
      const [region = ''] = each.split(' ')
      const { json } = await search(
        access,
        {
          textQuery: each.slice(region.length + 1),
          pageSize: limit,
          ...(region === '' ? {} : { regionCode: region.toLowerCase() }),
          ...(pageToken === null ? {} : { pageToken }),
        },
        fieldMask,
      )
      const token = valueAt(json, 'nextPageToken')
      const next = typeof token === 'string' && token !== '' ? token : null
      return { ...readRecords(access, placesIn(json), Place, observe), next }
    })
  },
}

function observe(place: z.output<typeof Place>): SourceObservation {
  const { displayName, formattedAddress, websiteUri, businessStatus } = place
  const phone = place.internationalPhoneNumber ?? place.nationalPhoneNumber
  return {
    source: 'GoogleMaps',
    kind: 'place',
    id: place.id,
    at: null,
    url: place.googleMapsUri ?? null,
    fields: {
      title: displayName.text,
      placeId: place.id,
      ...(phone === undefined ? {} : { phone }),
      ...(formattedAddress === undefined ? {} : { placeAddress: formattedAddress }),
      ...(websiteUri === undefined ? {} : { website: websiteUri }),
      ...(businessStatus === undefined ? {} : { businessStatus }),
    },
    names: [displayName.text],
    handle: null,
    text: '',
    links: websiteUri === undefined ? [] : [websiteUri],
    phones: phone === undefined ? [] : [phone],
    account: null,
    pictureUrl: null,
  }
}
