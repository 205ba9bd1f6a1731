import { locale } from '../../words/words.ts'

const tags = (
  'ar bn cs da de de-AT de-CH el en-AU en-GB en-IN en-US es es-419 et fi fr fr-CA he hi hr hu id it ja ko lt lv ms nb nl ' +
  'nl-BE pl pt pt-BR ro sk sl sv th tr uk ur vi zh-Hans zh-Hant'
).split(' ')

/** The selectable languages by name, including the current one. */
export function languageTags(current: string): string[] {
  const all = current && !tags.includes(current) ? [...tags, current] : tags
  return all.toSorted((a, b) => nameOfLanguage(a).localeCompare(nameOfLanguage(b), locale()))
}

/** `German (Austria)` in the language of the portal, or the tag itself if it has no name. */
export function nameOfLanguage(tag: string): string {
  return new Intl.DisplayNames([locale()], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag
}

/**
 * Zones that browsers still list by a former name, with the present one of the time zone database (`backward` of tzdata 2025b).
 */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
const presentName = (zone: string) => renamed[zone] ?? zone

/** The selectable time zones by their present names, including the current one. */
export function timeZones(current: string): string[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const all = new Set(['UTC', ...known.map(presentName).toSorted()])
  if (current) all.add(presentName(current))
  return [...all]
}

/** A readable name of a zone such as `Europe/Oslo` or `America/Port_of_Spain`. */
export const zoneName = (zone: string) => presentName(zone).replaceAll('_', ' ').replaceAll('/', ' / ')

/** What the clocks of a zone are called now, and how far they are from UTC: `Central European Standard Time, GMT+1`. */
export function clockName(zone: string, now: Date): string {
  const nameOf = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat(locale(), { timeZone: zone, timeZoneName })
      .formatToParts(now)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return [...new Set([nameOf('long'), nameOf('shortOffset')])].join(', ')
}
