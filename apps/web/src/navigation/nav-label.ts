import type { NavEntry } from './navigation.ts'
import { t, type Marked } from '../words/words.ts'

/** What an entry of the navigation is called, in the language in force. */
export const navLabel = ({ label }: Pick<NavEntry, 'label'>): string => t(label as Marked)
