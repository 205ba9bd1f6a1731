import type { Messages } from '@lingui/core'
import { roomsOf } from './rooms-of.ts'

const rooms = import.meta.glob<Messages>(
  [
    '../**/words.de.json',
    '!../features/{account,campaigns,evidence-packs,settings,takedown-statistics,tips}/**',
    '!../features/{email,logs,notifications,onboarding,qa,qa-activity,system-health,users}/**',
    '!../parts/{coverage,detector,look-ups,promised-times}/**',
  ],
  { eager: true, import: 'default' },
)

/**
 * The German texts of all other pages, loaded as a whole when German is the current language; those for staff are in `de-staff.ts`,
 * those of pages that are opened rarely in `de-rare.ts`, the names of values in `named/names.ts`.
 */
export const german: Readonly<Record<string, Messages>> = roomsOf(rooms)
