import type {
  Announcement,
  AnnouncementAudience,
  AnnouncementChannel,
  AnnouncementState,
} from '@signet/contract/messages/announcements'
import { viewerZone } from '../../format/time/date-time.ts'
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

/** An instant in the format of a `datetime-local` field: the time in the viewer's zone, to the minute. */
export function toLocal(instant: string, zone = viewerZone()): string {
  // The Swedish format is `2031-01-05 08:30`.
  const parts = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return parts.format(new Date(instant)).replace(' ', 'T')
}

/** The value of the field as an instant; null when it is empty. */
export function fromLocal(written: string, zone = viewerZone()): string | null {
  const wanted = Date.parse(`${written}Z`)
  if (Number.isNaN(wanted)) return null
  // Corrected twice, because the zone may change its offset in between.
  let at = wanted
  for (let round = 0; round < 2; round += 1) at += wanted - Date.parse(`${toLocal(new Date(at).toISOString(), zone)}Z`)
  return new Date(at).toISOString()
}
