import {
  fieldsIn,
  idIn,
  isObject,
  type Items,
  type Json,
  listIn,
  numberIn,
  readItems,
  textIn,
  textsIn,
} from '../../narrow.ts'

/** A place on Google Maps. Only the fields that were requested are there. */
export interface GooglePlace {
  placeId: string
  title: string | null
  /** International if known, else as it is dialled in the country. */
  phone: string | null
  website: string | null
  /** E.g. `OPERATIONAL` or `CLOSED_PERMANENTLY`. */
  status: string | null
  address: string | null
  mapsUrl: string | null
  types: string[]
  latitude: number | null
  longitude: number | null
  rating: number | null
  ratings: number | null
}

/** An answer of `places:searchText`. */
export interface GooglePlaces extends Items<GooglePlace> {
  nextPageToken: string | null
}

/** Whether an answer is one of `places:searchText` with places. */
export function isGooglePlaces(answer: unknown): boolean {
  return listIn(answer, 'places')
    .slice(0, 20)
    .some((place) => isObject(place) && (placeIdOf(place) !== null || 'displayName' in place))
}

/**
 * Reads an answer of `places:searchText`. Without a result it is `{}`.
 *
 * Source: https://developers.google.com/maps/documentation/places/web-service/text-search.
 */
export function readGooglePlaces(answer: unknown): GooglePlaces {
  return { ...readItems(listIn(answer, 'places'), placeOf), nextPageToken: textIn(answer, 'nextPageToken') }
}

/** The name of a place contains its id, so one of both is enough. */
function placeIdOf(place: Json): string | null {
  return idIn(place, 'id') ?? /^places\/(.+)$/.exec(textIn(place, 'name') ?? '')?.[1] ?? null
}

function placeOf(place: Json): GooglePlace | null {
  const placeId = placeIdOf(place)
  if (placeId === null) return null
  const location = fieldsIn(place, 'location')
  return {
    placeId,
    title: textIn(fieldsIn(place, 'displayName'), 'text'),
    phone: textIn(place, 'internationalPhoneNumber') ?? textIn(place, 'nationalPhoneNumber'),
    website: textIn(place, 'websiteUri'),
    status: textIn(place, 'businessStatus'),
    address: textIn(place, 'formattedAddress'),
    mapsUrl: textIn(place, 'googleMapsUri'),
    types: textsIn(place, 'types'),
    latitude: numberIn(location, 'latitude'),
    longitude: numberIn(location, 'longitude'),
    rating: numberIn(place, 'rating'),
    ratings: numberIn(place, 'userRatingCount'),
  }
}

/** Whether an answer is an error of a newer Google API, such as Places. */
export function isGoogleError(answer: unknown): boolean {
  const error = fieldsIn(answer, 'error')
  return textIn(error, 'status') !== null && numberIn(error, 'code') !== null && !('errors' in error)
}

/** Reads an error: its status, e.g. `RESOURCE_EXHAUSTED`. Source: https://cloud.google.com/apis/design/errors. */
export function readGoogleError(answer: unknown): { error: string; code: number | null; message: string | null } {
  const error = fieldsIn(answer, 'error')
  return {
    error: textIn(error, 'status') ?? 'unknown',
    code: numberIn(error, 'code'),
    message: textIn(error, 'message'),
  }
}
