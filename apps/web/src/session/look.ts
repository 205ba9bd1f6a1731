import { changeDetails, putPreferences } from '@signet/contract/access/account'
import type { SessionUser } from '@signet/contract/access/session'
import type { Theme } from '@signet/contract/companies/portal-settings'
import { isOneOf, keysIn } from '@signet/contract/narrow'
import { call } from '../api/call.ts'
import { chooseLanguage, language, languages, type Language } from '../words/words.ts'
import { currentSession } from './session-store.ts'
import { applyTheme, themeKey } from './theme.ts'

/*
 * Language and theme belong to the user, whose session has them. The browser stores the last choice for the first paint and the sign-in
 * page.
 */

function keepTheme(choice: Theme): void {
  try {
    if (choice === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, choice)
  } catch {
    // Without storage, the operating system decides.
  }
  applyTheme()
}

/** Shows a theme at once and stores it for the user. */
export function chooseTheme(choice: Theme): void {
  keepTheme(choice)
  // A failure is only noticed in another browser, where the user can choose again.
  if (currentSession().user) void call(putPreferences, { body: { portal: { theme: choice } } }).catch(() => undefined)
}

/** Stores a language for the user and reloads the portal in it. */
export async function chooseOwnLanguage(next: Language): Promise<void> {
  await call(changeDetails, { body: { locale: next } })
  chooseLanguage(next)
}

/** Shows the theme and the language that the user has chosen in any browser. Another language reloads the portal. */
export function showLook({ theme, locale }: Pick<SessionUser, 'theme' | 'locale'>): void {
  if (theme) keepTheme(theme)
  const own = locale?.split('-')[0]
  if (own && isOneOf(keysIn(languages), own) && own !== language()) chooseLanguage(own)
}
