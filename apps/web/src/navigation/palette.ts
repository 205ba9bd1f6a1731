import type { Role } from '@signet/contract/permissions'
import type { ShellSign } from './shell-icon.tsx'

/** Something of the company that the palette leads to. */
export interface FoundObject {
  key: string
  label: string
  /** What it is: `Threat`. */
  kind: string
  href: string
  source?: string
  sign?: ShellSign
}

export interface PaletteSearch {
  role: Role
  company: string
  text: string
  /** Whether the menu has the screen of this path: what is found is opened there. */
  hasScreen: (path: string) => boolean
  signal: AbortSignal
}

/** What the command palette finds of a feature, said in its `palette.ts`. */
export interface PaletteSource {
  /** Its place among what is found. */
  order: number
  isFor: (search: PaletteSearch) => boolean
  find: (search: PaletteSearch) => Promise<FoundObject[]>
}
