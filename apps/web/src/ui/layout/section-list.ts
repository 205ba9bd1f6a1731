import { createContext } from 'react'

/** A section of a form, for the index next to it. */
export interface ListedSection {
  title: string
  element: HTMLElement
}

/** Takes a section into the index of its page, until what it gives back is called; null where the page has none. */
export const SectionList = createContext<((section: ListedSection) => () => void) | null>(null)
