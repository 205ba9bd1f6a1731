import type { Messages } from '@lingui/core'
import { roomsOf } from './rooms-of.ts'

const rooms = import.meta.glob<Messages>(
  '../features/{account,campaigns,evidence-packs,settings,takedown-statistics,tips}/**/words.de.json',
  { eager: true, import: 'default' },
)

/**
 * The German texts of pages that clients open rarely, like Settings. They are a separate file, because one file with all texts is too large
 * to load at once.
 */
export const germanOfRarePages = roomsOf(rooms)
