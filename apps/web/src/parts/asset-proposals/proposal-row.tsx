import type { AssetProposal } from '@signet/contract/companies/asset-proposals'
import { Button } from '../../ui/controls/button.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sourceName } from '../../words/named/threats.ts'
import css from './proposal-list.module.css'
import { t } from './words.ts'

/** One proposal: what it is, the page that mentions it, and its two decisions. */
export function ProposalRow({
  proposal: { kind, source, value, signerSha256, foundOn, foundAt },
  isChosen,
  mayAdd,
  mayDismiss,
  onChoose,
  onAdd,
  onDismiss,
}: {
  proposal: AssetProposal
  isChosen: boolean
  mayAdd: boolean
  mayDismiss: boolean
  /** Undefined if there is nothing to choose from. */
  onChoose: ((isChosen: boolean) => void) | undefined
  onAdd: () => void
  onDismiss: () => void
}) {
  return (
    // The focus comes here when the proposal before it is decided on.
    <li tabIndex={-1}>
      {onChoose && (
        <label className={`${css.check} middle`}>
          <input
            type="checkbox"
            aria-label={t('selectName', { name: value })}
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        </label>
      )}
      <Stack gap="half" basis={260}>
        <Text as="strong" weight="medium" className={kind === 'name' ? undefined : 'mono'}>
          {value}
        </Text>
        <small>
          {kind === 'handle' && source === 'APK'
            ? t('kind.listing')
            : t(`kind.${kind}`, { source: source ? sourceName(source) : '' })}
        </small>
        {signerSha256.map((signer) => (
          <small key={signer}>
            {t('signer')}: <span className="mono">{signer}</span>
          </small>
        ))}
        <small>
          {t('foundOn')}{' '}
          <a href={foundOn} target="_blank" rel="noreferrer noopener">
            {foundOn}
          </a>
          , <TimeAgo isWithin at={foundAt} />
        </small>
      </Stack>
      <Inline>
        <Button disabled={!mayAdd} aria-label={t('addName', { name: value })} onClick={onAdd}>
          {t('add')}
        </Button>
        <Button kind="quiet" disabled={!mayDismiss} aria-label={t('dismissName', { name: value })} onClick={onDismiss}>
          {t('dismiss')}
        </Button>
      </Inline>
    </li>
  )
}
