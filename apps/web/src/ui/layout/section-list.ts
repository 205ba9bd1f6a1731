import { createContext } from 'react'

/** A section of a form, for the index next to it. */
export interface ListedSection {
  title: string
  element: HTMLElement
}

/** Adds a section to the index of its page until the returned function is called; null if the page has no index. */
export const SectionList = createContext<((section: ListedSection) => () => void) | null>(null)
