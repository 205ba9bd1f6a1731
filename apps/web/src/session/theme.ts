import type { Theme } from '@signet/contract/companies/portal-settings'
import { useSyncExternalStore } from 'react'

export const themeKey = 'signet.theme'
const listeners = new Set<() => void>()

/** The last choice in this browser. If storage is blocked, as in some private windows, the setting of the operating system applies. */
export function themeChoice(): Theme {
  try {
    const stored = localStorage.getItem(themeKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Shows the stored choice. */
export function applyTheme(): void {
  const choice = themeChoice()
  const dark = choice === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

/** Follows the setting of the operating system and changes in other tabs while the page is open. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  addEventListener('storage', (event) => {
    if (event.key === themeKey) applyTheme()
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current choice, for menus that show it. */
export function useThemeChoice(): Theme {
  return useSyncExternalStore(subscribe, themeChoice)
}

export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'))
}
