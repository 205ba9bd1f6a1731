import type {
  Announcement,
  AnnouncementAudience,
  AnnouncementChannel,
  AnnouncementState,
} from '@signet/contract/messages/announcements'
import { minuteMs } from '@signet/contract/time'
import { roleName } from '../../format/names/role-words.ts'
import type { ChipTone } from '../../ui/feedback/status-chip.tsx'
import { t, type Word } from './words.ts'

export const channelWords: Readonly<Record<AnnouncementChannel, { label: Word; hint: Word }>> = {
  bell: { label: 'bell', hint: 'bellHint' },
  toast: { label: 'popUp', hint: 'popUpHint' },
  mail: { label: 'mail', hint: 'mailHint' },
}

export const stateWords: Readonly<Record<AnnouncementState, { label: Word; tone: ChipTone }>> = {
  scheduled: { label: 'scheduled', tone: 'new' },
  paused: { label: 'paused', tone: 'medium' },
  delivering: { label: 'sending', tone: 'analysis' },
  delivered: { label: 'sent', tone: 'good' },
}

/** Whether it can still be changed or paused, because delivery hasn't started. */
export const isOpen = ({ state }: Pick<Announcement, 'state'>): boolean => state === 'scheduled' || state === 'paused'

const shownMax = 3

/** An audience as text: the first three names, and how many more there are. */
export function audienceWords(audience: AnnouncementAudience, nameOf: (company: string) => string): string {
  const names = 'companies' in audience ? audience.companies.map(nameOf) : audience.roles.map(roleName)
  const first = names.slice(0, shownMax).join(', ')
  return names.length > shownMax ? t('namesAndCountMore', { names: first, count: names.length - shownMax }) : first
}

/** An instant in the format of a `datetime-local` field: local time, to the minute. */
export function toLocal(instant: string): string {
  const at = new Date(instant)
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * minuteMs)
  return shifted.toISOString().slice(0, 16)
}

/** The value of the field as an instant; null when it is empty. */
export function fromLocal(written: string): string | null {
  const at = written === '' ? Number.NaN : Date.parse(written)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
