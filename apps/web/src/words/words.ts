/*
 * The words of the portal. English stands in the code, where it is read with what it belongs to, and is the key of every other
 * language: `words/<language>/*.ts` hold the translations, one file a feature. `words.test.ts` finds text that is not marked,
 * and translations that are missing or no longer used.
 *
 * - `t('Save')`, `t('Sent to {name}', { name })` in components and functions.
 * - `plural(count, '{n} threat', '{n} threats')` for counts; `{n}` is the count with separators.
 * - `msg('Deletion queue')` marks a text of a table at the top of a module; it is translated where it is used: `t(titles[stage])`.
 * - `t(label)` also translates what the server names in English (sources, states, types); what no table knows stays as it is.
 * - `<Rich text={t('… {link} …')} values={{ link: <Link … /> }} />` of `ui/text/rich.tsx` for sentences with elements in them.
 *
 * The language is settled before anything is drawn, so no component waits for it; `t` must not be called at the top of a module.
 */

import { activateMessages, addMessages } from './messages.ts'
import type { Messages } from '@lingui/core'

import type { Marked } from './msg.ts'

export { msg, type Marked } from './msg.ts'

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

/** English to the other language; a count has the forms for one and for many, under the English form for many. */
export type Dictionary = Readonly<Record<string, string | readonly [one: string, many: string]>>

const storageKey = 'signet.language'
let current: Language = 'en'
let dictionary: Dictionary = {}
let digits = new Intl.NumberFormat('en-US')

const isLanguage = (value: string | null): value is Language => value !== null && value in languages

/** The language in force. */
export const language = (): Language => current

/** The locale of dates and numbers: the English of the portal writes `5,763`. */
export const locale = (): string => (current === 'en' ? 'en-US' : current)

/** Settles the language: the one chosen here before, else the browser's when there is one for it, else English. */
export async function loadLanguage(): Promise<void> {
  const chosen = localStorage.getItem(storageKey)
  const wanted = isLanguage(chosen) ? chosen : navigator.language.slice(0, 2)
  if (wanted === 'de') {
    const [{ german, catalogues }, { germanOfStaff }, { server }] = await Promise.all([
      import('./de.ts'),
      import('./de-staff.ts'),
      import('./de-server.ts'),
    ])
    useLanguage(wanted, { ...german, ...germanOfStaff }, { ...catalogues, server })
  }
  document.documentElement.lang = current
}

/** Puts a language in force at once; what is on screen already stays in the old one. */
export function useLanguage(
  next: Language,
  words: Dictionary,
  catalogues: Readonly<Record<string, Messages>> = {},
): void {
  current = next
  for (const [room, messages] of Object.entries(catalogues)) addMessages(next, room, messages)
  activateMessages(next)
  dictionary = words
  digits = new Intl.NumberFormat(locale())
}

/** Keeps the choice and starts the portal anew in it. */
export function chooseLanguage(next: Language): void {
  localStorage.setItem(storageKey, next)
  location.reload()
}

export type Values = Readonly<Record<string, string | number>>

function fill(text: string, values: Values | undefined): string {
  return values ? text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole)) : text
}

/** A text in the language in force, its `{name}`s filled in. */
export function t<Text extends string>(text: string extends Text ? Marked : Text, values?: Values): string {
  const known = dictionary[text]
  // Where the number stands by itself the form for many serves.
  return fill(typeof known === 'string' ? known : (known?.[1] ?? text), values)
}

/** A sentence of the server in English, in the language in force; as it is when no table knows it. */
export const serverText = (text: string): string => t(text as Marked)

/** A count with the separators of the language. */
export const countInWords = (count: number): string => digits.format(count)

/** A count in words: `1 threat`, `5,763 threats`. `{n}` in either form is the count. */
export function plural(count: number, one: string, many: string, values?: Values): string {
  const known = dictionary[many]
  const [single, several] = Array.isArray(known) ? (known as [string, string]) : [one, many]
  return fill(count === 1 ? single : several, { n: digits.format(count), ...values })
}
