import type { NavEntry } from './navigation.ts'

let registered: readonly string[] = []

/** Told by the router at start: the paths that have a screen. */
export function registerScreens(paths: readonly string[]): void {
  registered = paths
}

/** The entries whose screen exists; every home has one, also the company's own, and so has every page of the company. */
export function shownEntries(list: readonly NavEntry[]): NavEntry[] {
  return list.filter(({ path, icon }) => icon === 'home' || icon === 'page' || registered.includes(path))
}
