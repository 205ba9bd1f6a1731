import { addressSpecOf } from './contact-text.ts'
import { isObject, objectsOf, type Json } from '@signet/readers/narrow'
import { shortTextOf, webOf } from './json-values.ts'

/** The contact details of an entity; missing and invalid ones are left out. */
export interface ContactCard {
  name?: string | undefined
  organisation?: string | undefined
  country?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  form?: string | undefined
}

type Row = [name: string, params: Json, value: unknown]

/**
 * The contact details of an entity, from its JSContact card and, for what that lacks, its jCard.
 *
 * Source: `jscard` holds a card of RFC 9553, `vcardArray` one of RFC 7095.
 */
export function cardOf(entity: Json): ContactCard {
  const [js, j] = [jsContactOf(entity['jscard']), jCardOf(entity['vcardArray'])]
  return {
    name: js.name ?? j.name,
    organisation: js.organisation ?? j.organisation,
    country: js.country ?? j.country,
    email: js.email ?? j.email,
    phone: js.phone ?? j.phone,
    form: js.form ?? j.form,
  }
}

/** Invalid properties are skipped; a value that isn't a card is empty. */
function jsContactOf(card: unknown): ContactCard {
  if (!isObject(card)) return {}
  const name = isObject(card['name']) ? card['name'] : {}
  const parts = objectsOf(name['components']).flatMap((part) => shortTextOf(part['value']) ?? [])
  const all = (property: string) =>
    (isObject(card[property]) ? Object.values(card[property]).filter(isObject) : []).toSorted(
      (a, b) => rankOf(a['pref']) - rankOf(b['pref']),
    )
  const links = all('links').filter(({ kind }) => (kind ?? 'contact') === 'contact')
  return {
    name: shortTextOf(name['full']) ?? (parts.join(' ') || undefined),
    organisation: all('organizations').flatMap((one) => shortTextOf(one['name']) ?? [])[0],
    country: all('addresses')
      .flatMap((one) => shortTextOf(one['countryCode']) ?? [])[0]
      ?.toUpperCase(),
    email: all('emails').flatMap((one) => addressSpecOf(one['address']) ?? [])[0],
    phone: all('phones').flatMap((one) => (isOnlyFax(one['features']) ? [] : (phoneOf(one['number']) ?? [])))[0],
    form: links.flatMap((one) => webOf(one['uri']) ?? [])[0],
  }
}

const isOnlyFax = (features: unknown) => isObject(features) && features['fax'] === true && features['voice'] !== true

/** Invalid rows are skipped, and a missing card is empty. */
function jCardOf(card: unknown): ContactCard {
  const [, listed]: unknown[] = Array.isArray(card) ? card : []
  const rows = (Array.isArray(listed) ? listed : []).flatMap((row): Row[] =>
    Array.isArray(row) && typeof row[0] === 'string'
      ? [[row[0].toLowerCase(), isObject(row[1]) ? row[1] : {}, row[3]]]
      : [],
  )
  const all = (name: string) => rows.filter((row) => row[0] === name).toSorted((a, b) => prefOf(a) - prefOf(b))
  const first = (name: string) => all(name).flatMap(([, , value]) => shortTextOf(flat(value)) ?? [])[0]
  const address = all('adr')[0]
  const country =
    shortTextOf(address?.[1]['cc']) ?? shortTextOf(Array.isArray(address?.[2]) ? address[2][6] : null) ?? undefined
  return {
    name: first('fn'),
    organisation: first('org'),
    country,
    email: all('email').flatMap(([, , value]) => addressSpecOf(value) ?? [])[0],
    phone: all('tel').flatMap(([, params, value]) => (isFax(params) ? [] : (phoneOf(value) ?? [])))[0],
    form: [...all('contact-uri'), ...all('url')].flatMap(([, , value]) => webOf(value) ?? [])[0],
  }
}

const flat = (value: unknown): unknown => (Array.isArray(value) ? value.filter((item) => item !== '').join(' ') : value)

/** RFC 6350, section 5.3: 1 is the highest preference; without a value it is the lowest. */
const rankOf = (pref: unknown): number => Number(pref ?? 101) || 101
const prefOf = ([, params]: Row): number => rankOf(params['pref'])

const isFax = (params: Json) => [params['type']].flat().some((type) => String(type).toLowerCase() === 'fax')

/** A phone number from text, or from a `tel:` address without its parameters. */
function phoneOf(value: unknown): string | null {
  const text = shortTextOf(value)?.replace(/^tel:/i, '').split(';')[0]?.trim()
  return text && /^[+\d][\d .()-]{3,30}$/.test(text) ? text : null
}
