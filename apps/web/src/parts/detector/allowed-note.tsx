import type { Allowed } from '@signet/contract/collection/detector'
import { defang } from '@signet/contract/threats/defang'
import { lastDay } from '../../format/time/last-day.ts'
import { t } from './words.ts'
import { Rich } from '../../ui/text/rich.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { allowKindName, allowReason } from '../../words/named/allow-list.ts'

/** Says that a name is suppressed by the allow list, and by which entry; nothing if it isn't. */
export function AllowedNote({ allowed }: { allowed: Allowed }) {
  if (!allowed) return null
  const { kind, value, expiresAt } = allowed
  const entry = <span className="mono">{kind === 'account' ? value : defang(value)}</span>
  return (
    <small>
      <Chip tone="good">{t('suppressed')}</Chip>{' '}
      <Rich
        text={(values) => (expiresAt ? t('byEntryKindUntilDay', values) : t('byEntryKindReason', values))}
        values={{
          entry,
          kind: allowKindName(kind),
          reason: allowReason(allowed),
          day: expiresAt ? lastDay(expiresAt) : '',
        }}
      />
    </small>
  )
}
