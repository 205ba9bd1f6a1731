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

/** The selectable time zones, including the current one. */
export function timeZones(current: string): string[] {
  const all = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))]
  return current && !all.includes(current) ? [...all, current] : all
}

/** A readable name of a zone such as `Europe/Oslo` or `America/Port_of_Spain`. */
export const zoneName = (zone: string) => zone.replaceAll('_', ' ').replaceAll('/', ' / ')
