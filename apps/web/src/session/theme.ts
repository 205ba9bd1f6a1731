import { useSyncExternalStore } from 'react'

/** The user's choice; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const storageKey = 'signet.theme'
const listeners = new Set<() => void>()

/** The stored choice. If storage is blocked, as in some private windows, the setting of the operating system applies. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function apply(): void {
  const choice = themeChoice()
  const dark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

/** Stores the choice and applies it. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    document.documentElement.dataset.theme = choice === 'dark' ? 'dark' : 'light'
  }
  apply()
}

/** Follows the setting of the operating system and changes in other tabs while the page is open. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
  addEventListener('storage', (event) => {
    if (event.key === storageKey) apply()
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current choice, for menus that show it. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice)
}

export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'))
}
