import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { whatsAppAccountsIn } from '@signet/contract/collection/whats-app-accounts'

/** The most text of another source that is shown with an account. */
const messageMax = 2000

/**
 * The accounts and groups of WhatsApp that an observation of another source leads to, as observations of their own: WhatsApp itself can't
 * be searched. What is said where they were found is what they are judged by.
 */
export function whatsAppPivots(observation: SourceObservation): SourceObservation[] {
  const { source, text, links, url, names } = observation
  if (source === 'WhatsApp') return []
  return whatsAppAccountsIn([...links, text].join('\n')).map(({ number, invite }) => ({
    ...observation,
    source: 'WhatsApp',
    kind: 'post',
    id: number ?? invite ?? '',
    url: invite ?? (number === undefined ? null : `https://wa.me/${number.slice(1)}`),
    fields: {
      ...(number === undefined ? {} : { Profile: number }),
      ...(names[0] === undefined ? {} : { ProfileName: names[0] }),
      ...(invite === undefined ? {} : { inviteLink: invite }),
      message: text.slice(0, messageMax).toWellFormed(),
      seenIn: source,
      ...(url === null ? {} : { seenAt: url }),
    },
    handle: null,
    account: null,
    pictureUrl: null,
  }))
}
