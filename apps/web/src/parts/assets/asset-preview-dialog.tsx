import type { AssetHunt } from '@signet/contract/collection/asset-hunts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { defang } from '@signet/contract/threats/defang'
import { shownTitle } from '../../format/names/shown-title.ts'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { percent } from '../../format/numbers/percent.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialogs/dialog.tsx'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { sourceName } from '../../words/named/threats.ts'
import { cancelPreview, previewQuery } from './asset-preview.api.ts'
import { t } from './words.ts'

interface AssetPreviewDialogProps {
  huntId: string
  onSave: () => void
  onClose: () => void
}

/** What the edited assets would change in everything stored, before they are saved. */
export function AssetPreviewDialog({ huntId, onSave, onClose }: AssetPreviewDialogProps) {
  const company = useCompany()
  const hunt = useQuery(previewQuery(company, huntId))
  const cancelling = useAction(() => cancelPreview(company, huntId))
  const isRunning = hunt.isPending || hunt.data?.state === 'running'
  const close = () => {
    // Nobody sees what it would find.
    if (isRunning) cancelling.run()
    onClose()
  }
  return (
    <Dialog title={t('previewTitle')} width={680} isAtTop onClose={close}>
      <Text as="p" tone="quiet">
        {t('previewHint')}
      </Text>
      <DataState query={hunt} what={t('previewToLoad')} loading={<Skeleton lines={5} />}>
        {(found) => (
          <Found
            hunt={found}
            cancel={
              <Button isBusy={cancelling.isBusy} onClick={() => cancelling.run()}>
                {t('cancelPreview')}
              </Button>
            }
          />
        )}
      </DataState>
      <DialogActions>
        <Button onClick={close}>{t('backToForm')}</Button>
        <Button kind="primary" disabled={isRunning} onClick={onSave}>
          {t('saveAssets')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Found({ hunt, cancel }: { hunt: AssetHunt; cancel: ReactNode }) {
  const { state, progress, read, stored, isBounded, caught, suppressed, names } = hunt
  return (
    <Stack gap={3}>
      {state === 'running' && (
        <Stack gap={1}>
          <Inline justify="between" wrap>
            <output>{t('previewRunning', { read: exactNumber(read), share: percent(progress) })}</output>
            {cancel}
          </Inline>
          <progress value={progress} max={1} aria-label={t('previewProgress')} />
        </Stack>
      )}
      {(state === 'cancelled' || state === 'failed') && (
        <Card as="p" kind="note">
          {t(`previewState.${state}`)}
        </Card>
      )}
      {isBounded && (
        <Card as="p" kind="note">
          {t('previewBound', { read: exactNumber(read), stored: exactNumber(stored ?? 0) })}
        </Card>
      )}
      <Matches title={t('wouldCatch', { matched: matchedIn(caught), read: exactNumber(read) })} sources={caught} />
      <Matches
        title={t('wouldSuppress', { matched: matchedIn(suppressed), read: exactNumber(read) })}
        sources={suppressed}
      />
      {names && (
        <Stack gap={1}>
          <Text as="p">{t('previewNames', { matched: names.matched, read: exactNumber(names.read) })}</Text>
          {names.examples.length > 0 && (
            <Text as="p" size="meta" tone="quiet" className="mono">
              {names.examples.map(({ name }) => defang(name)).join(', ')}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  )
}

const matchedIn = (sources: AssetHunt['caught']) => sources.reduce((sum, { matched }) => sum + matched, 0)

function exampleText(source: AssetHunt['caught'][number]['source'], title: string, value: string): string {
  const shown = shownTitle(source, title)
  return value === title ? shown : `${shown} (${shownTitle(source, value)})`
}

function Matches({ title, sources }: { title: string; sources: AssetHunt['caught'] }) {
  return (
    <Stack gap={1}>
      <Text as="p" weight="strong">
        {title}
      </Text>
      {sources.length > 0 && (
        <ul className="ruled">
          {sources.map(({ source, matched, outcomes, examples }) => (
            <li key={source}>
              <Stack gap="half" grow basis={320}>
                <span>{t('ofSource', { source: sourceName(source), matched, published: outcomes.published })}</span>
                <small className="mono">
                  {examples.map(({ title: name, value }) => exampleText(source, name, value)).join(', ')}
                </small>
              </Stack>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
