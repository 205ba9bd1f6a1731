import type { Messages } from '@lingui/core'
import { activateMessages, addMessages } from './messages.ts'

/*
 * The languages of the portal. A room has its texts in `words.en.json` and `words.de.json` under ids, and reads them with the `t` of
 * its `words.ts`, which knows the ids: `t('sentTo', { name })`. Counts are forms of ICU MessageFormat: `t('threatsCount', { count })`.
 *
 * - Tables at the top of a module hold ids (`Word`), or functions where another room shows them: `label: () => t('severity')`.
 * - What the contract names has its German in `named/`.
 * - `<Rich text={(values) => t('seen', values)} values={{ time: <TimeAgo … /> }} />` is for sentences with elements in them.
 *
 * The language is settled before anything is drawn, so no component waits for it; `t` must not be called at the top of a module.
 */

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const storageKey = 'signet.language'
let current: Language = 'en'
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
    const [{ german }, { germanOfStaff }, { server }] = await Promise.all([
      import('./de.ts'),
      import('./de-staff.ts'),
      import('./de-server.ts'),
    ])
    useLanguage(wanted, { ...german, ...germanOfStaff, server })
  }
  document.documentElement.lang = current
}

/** Puts a language in force at once, with its texts by room; what is on screen already stays in the old one. */
export function useLanguage(next: Language, rooms: Readonly<Record<string, Messages>> = {}): void {
  current = next
  for (const [room, messages] of Object.entries(rooms)) addMessages(next, room, messages)
  activateMessages(next)
  digits = new Intl.NumberFormat(locale())
}

/** Keeps the choice and starts the portal anew in it. */
export function chooseLanguage(next: Language): void {
  localStorage.setItem(storageKey, next)
  location.reload()
}

/** A count with the separators of the language. */
export const countInWords = (count: number): string => digits.format(count)
