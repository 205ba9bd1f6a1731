import type { DiscoveredHost, HostState } from '@signet/contract/collection/discovered-hosts'
import { Button } from '../../../ui/controls/button.tsx'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import css from '../../../parts/asset-proposals/proposal-list.module.css'
import { t } from './words.ts'

/** One host: how and when it was found, its state, and the decisions that change it. */
export function HostRow({
  host: { host, state, origins, firstSeenAt, lastSeenAt, checkedAt, decidedBy },
  isChosen,
  isBusy,
  onChoose,
  onDecide,
}: {
  host: DiscoveredHost
  isChosen: boolean
  isBusy: boolean
  /** Undefined if there is nothing to choose from. */
  onChoose: ((isChosen: boolean) => void) | undefined
  /** Undefined for those who may not decide. */
  onDecide: ((state: HostState) => void) | undefined
}) {
  return (
    <li>
      {onChoose && (
        <label className={`${css.check} middle`}>
          <input
            type="checkbox"
            aria-label={t('selectName', { name: host })}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
        </label>
      )}
      <Stack gap="half" basis={260}>
        <Text as="strong" weight="medium" className="mono">
          {host}
        </Text>
        <small>
          {t(`state.${state}`)}
          {decidedBy !== null && `, ${t('by', { name: decidedBy })}`} ·{' '}
          {origins.map((origin) => t(`origin.${origin}`)).join(', ')}
        </small>
        <small>
          {t('firstSeen')} <TimeAgo isWithin at={firstSeenAt} />, {t('lastSeen')} <TimeAgo isWithin at={lastSeenAt} />
          {checkedAt !== null && (
            <>
              , {t('checked')} <TimeAgo isWithin at={checkedAt} />
            </>
          )}
        </small>
      </Stack>
      {onDecide && (
        <Inline>
          {state !== 'approved' && (
            <Button
              disabled={isBusy}
              aria-label={t('approveName', { name: host })}
              onClick={() => onDecide('approved')}
            >
              {t('approve')}
            </Button>
          )}
          {state !== 'rejected' && (
            <Button
              kind="quiet"
              disabled={isBusy}
              aria-label={t('rejectName', { name: host })}
              onClick={() => onDecide('rejected')}
            >
              {t('reject')}
            </Button>
          )}
        </Inline>
      )}
    </li>
  )
}
