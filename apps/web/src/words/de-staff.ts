import type { Messages } from '@lingui/core'
import { roomsOf } from './rooms-of.ts'

const rooms = import.meta.glob<Messages>(
  [
    '../features/{email,logs,notifications,onboarding,qa,qa-activity,system-health,users}/**/words.de.json',
    '../parts/{coverage,detector,look-ups,promised-times}/words.de.json',
  ],
  { eager: true, import: 'default' },
)

/**
 * The German texts of pages that mainly staff use. They are a separate file, because one file with all texts is too large to load at once.
 */
export const germanOfStaff = roomsOf(rooms)
