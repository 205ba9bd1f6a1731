import type { Messages } from '@lingui/core'
import named from './named/names.de.json'
import { roomsOf } from './rooms-of.ts'

const rooms = import.meta.glob<Messages>(
  [
    '../**/words.de.json',
    '!../features/{announcements,email,logs,onboarding,qa,qa-activity,test,users}/**',
    '!../parts/detector/**',
  ],
  { eager: true, import: 'default' },
)

/** The German of everybody's screens, loaded whole when it is the language in force; beside it that of staff (`de-staff.ts`). */
export const german: Readonly<Record<string, Messages>> = { ...roomsOf(rooms), named }
