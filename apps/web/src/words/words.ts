import type { Messages } from '@lingui/core'
import { activateMessages, addMessages } from './messages.ts'

/*
 * The languages of the portal. A room stores its texts by id in `words.en.json` and `words.de.json`, and reads them with the `t` of its
 * `words.ts`, which is typed with the ids: `t('sentTo', { name })`. Counts use plural forms of ICU MessageFormat: `t('threatsCount', {
 * count })`.
 *
 * - Tables at the top of a module contain ids (`Word`), or functions if another room shows them: `label: () => t('severity')`.
 * - The German names of contract values are in the `names.de.json` of their folder in the contract; `named/` reads them.
 * - `<Rich text={(values) => t('seen', values)} values={{ time: <TimeAgo … /> }} />` is for sentences that contain elements.
 *
 * The language is loaded before anything is rendered, so no component waits for it. `t` must not be called at the top of a module.
 */

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const storageKey = 'signet.language'
let current: Language = 'en'
let digits = new Intl.NumberFormat('en-US')

const isLanguage = (value: string | null): value is Language => value !== null && value in languages

/** The current language. */
export const language = (): Language => current

/** The locale of dates and numbers. English uses `en-US`, which writes `5,763`. */
export const locale = (): string => (current === 'en' ? 'en-US' : current)

/** Loads the language: the one chosen in this browser, else the browser's if it is supported, else English. */
export async function loadLanguage(): Promise<void> {
  const chosen = localStorage.getItem(storageKey)
  const wanted = isLanguage(chosen) ? chosen : navigator.language.slice(0, 2)
  if (wanted === 'de') {
    const [{ german }, { germanOfRarePages }, { germanOfStaff }, { named }, { server }] = await Promise.all([
      import('./de.ts'),
      import('./de-rare.ts'),
      import('./de-staff.ts'),
      import('./named/names.ts'),
      import('./de-server.ts'),
    ])
    useLanguage(wanted, { ...german, ...germanOfRarePages, ...germanOfStaff, named, server })
  }
  document.documentElement.lang = current
}

/** Sets the language and its texts by room. What is already on screen stays in the previous language. */
export function useLanguage(next: Language, rooms: Readonly<Record<string, Messages>> = {}): void {
  current = next
  for (const [room, messages] of Object.entries(rooms)) addMessages(next, room, messages)
  activateMessages(next)
  digits = new Intl.NumberFormat(locale())
}

/** Stores the choice and reloads the portal in that language. */
export function chooseLanguage(next: Language): void {
  localStorage.setItem(storageKey, next)
  location.reload()
}

/** A count with the separators of the language. */
export const countInWords = (count: number): string => digits.format(count)
