import { fieldOf } from '@signet/contract/threats/sources'
import type { NameEvidence } from './evidence.ts'
import type { LureKind } from './lures.ts'

/** The type of a threat that an account or a message is, one of its source's `types`. */
export function accountTypeOf({ read, role, watched }: NameEvidence): string {
  const { source, kind, fields } = read.observation
  const has = (...kinds: LureKind[]) => read.lures.some((lure) => kinds.includes(lure.kind))
  const isPost = kind === 'post'
  const isSupport =
    has('support') || (role !== null && /sup|help|care|serv|desk|assist|atenci|atendi|destek|kunden/.test(role))
  switch (source) {
    case 'Telegram':
      return has('sale') ? 'Sale of accounts' : isPost ? 'Scam channel' : 'Impersonating channel'
    case 'WhatsApp':
      if (kind === 'group' || fieldOf(fields, 'inviteLink') !== null) return 'Scam group'
      return isSupport ? 'Fake support number' : 'Impersonating business'
    case 'FB':
      if (fieldOf(fields, 'subtype') === 'MarketPlace') return 'Fake marketplace listing'
      return isPost ? 'Scam post' : kind === 'group' && isSupport ? 'Fake support group' : 'Impersonating page'
    case 'YouTube':
      return isPost ? (/live|2x|event/.test(read.plain) ? 'Fake livestream' : 'Scam video') : 'Impersonating channel'
    case 'LinkedIn':
      if (has('job') || /hiring|openings|vacanc|recruit|stellen|empleo/.test(read.plain)) return 'Fake job offer'
      return watched.brandId === null || /profile/.test(kind) ? 'Fake employee' : 'Impersonating page'
    default:
      if (has('prize')) return 'Fake giveaway'
      if (isPost) return isSupport ? 'Fake support account' : 'Scam post'
      return isSupport
        ? 'Fake support account'
        : source === 'Twitter'
          ? 'Impersonating handle'
          : 'Impersonating profile'
  }
}
