import type { Role } from '@signet/contract/access/permissions'
import type { ShellSign } from './shell-icon.tsx'

/** A record of the company that the palette found. */
export interface FoundObject {
  key: string
  label: string
  /** The kind of the record: `Threat`. */
  kind: string
  href: string
  source?: string
  sign?: ShellSign
}

export interface PaletteSearch {
  role: Role
  company: string
  text: string
  /** Whether the menu contains the page with this path. Results open on that page. */
  hasScreen: (path: string) => boolean
  signal: AbortSignal
}

/** The search of a feature for the command palette, defined in its `palette.ts`. */
export interface PaletteSource {
  /** The position of its results. */
  order: number
  isFor: (search: PaletteSearch) => boolean
  find: (search: PaletteSearch) => Promise<FoundObject[]>
}
