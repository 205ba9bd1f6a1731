import type { Messages } from '@lingui/core'
import { roomsOf } from './rooms-of.ts'

const rooms = import.meta.glob<Messages>(
  [
    '../features/{announcements,email,logs,onboarding,qa,qa-activity,test,users}/**/words.de.json',
    '../parts/detector/words.de.json',
  ],
  { eager: true, import: 'default' },
)

/** The German of what mostly staff work with; a file of its own, because one of all words is too large to load at once. */
export const germanOfStaff = roomsOf(rooms)
