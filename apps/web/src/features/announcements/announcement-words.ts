import type {
  Announcement,
  AnnouncementAudience,
  AnnouncementChannel,
  AnnouncementState,
} from '@signet/contract/announcements'
import { minuteMs } from '@signet/contract/time'
import { roleName } from '../../format/role-words.ts'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { msg, t, type Marked } from '../../words/words.ts'

export const channelWords: Readonly<Record<AnnouncementChannel, { label: Marked; hint: Marked }>> = {
  bell: { label: msg('Bell'), hint: msg('Kept in the notification centre for 30 days.') },
  toast: { label: msg('On screen'), hint: msg('Shown at once to whoever is signed in.') },
  mail: { label: msg('Mail'), hint: msg('Also to those who do not sign in.') },
}

export const stateWords: Readonly<Record<AnnouncementState, { label: Marked; tone: ChipTone }>> = {
  scheduled: { label: msg('Planned'), tone: 'new' },
  paused: { label: msg('Paused'), tone: 'medium' },
  delivering: { label: msg('Being told'), tone: 'analysis' },
  delivered: { label: msg('Told'), tone: 'good' },
}

/** Whether it may still be changed or held back: nobody was told yet. */
export const isOpen = ({ state }: Pick<Announcement, 'state'>): boolean => state === 'scheduled' || state === 'paused'

const shownMax = 3

/** An audience in words: the first three names, and how many more. */
export function audienceWords(audience: AnnouncementAudience, nameOf: (company: string) => string): string {
  const names = 'companies' in audience ? audience.companies.map(nameOf) : audience.roles.map(roleName)
  const first = names.slice(0, shownMax).join(', ')
  return names.length > shownMax
    ? t('{names} and {count} more', { names: first, count: names.length - shownMax })
    : first
}

/** An instant as the field of the browser writes it: local, to the minute. */
export function toLocal(instant: string): string {
  const at = new Date(instant)
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * minuteMs)
  return shifted.toISOString().slice(0, 16)
}

/** What the field holds as an instant; null when it holds none. */
export function fromLocal(written: string): string | null {
  const at = written === '' ? Number.NaN : Date.parse(written)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
