import type { DetectionRule } from '@signet/contract/collection/detection-rules'
import type { RuleHunt } from '@signet/contract/collection/rule-hunts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { percent } from '../../format/numbers/percent.ts'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialogs/dialog.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { Box, Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { cancelHunt, huntsQuery, startHunt } from './detection-rules.api.ts'
import { HuntResult } from './hunt-result.tsx'
import { t } from './words.ts'

const toneOf = { running: 'new', done: 'good', cancelled: 'closed', failed: 'stopped' } as const satisfies Record<
  RuleHunt['state'],
  ChipTone
>

/** What a rule would have caught in everything stored: the latest search, and a button for another one. */
export function HuntDialog({ rule, onClose }: { rule: DetectionRule; onClose: () => void }) {
  const company = useCompany()
  const hunts = useQuery(huntsQuery(company, rule))
  const latest = hunts.data?.[0]
  const starting = useAction(() => startHunt(company, rule))
  const cancelling = useAction((huntId: string) => cancelHunt(company, rule, huntId))
  return (
    <Dialog title={t('tryTitle', { name: rule.name })} width={760} isAtTop onClose={onClose}>
      <Text as="p" tone="quiet">
        {t('tryHint')}
      </Text>
      <DataState
        query={hunts}
        what={t('huntToLoad')}
        loading={<Skeleton lines={5} />}
        isEmpty={({ length }) => length === 0}
        empty={<StateBlock title={t('notTried')}>{t('notTriedHint')}</StateBlock>}
      >
        {([hunt]) =>
          hunt && (
            <Hunt
              hunt={hunt}
              cancel={
                <Button isBusy={cancelling.isBusy} onClick={() => cancelling.run(hunt.id)}>
                  {t('cancelHunt')}
                </Button>
              }
            />
          )
        }
      </DataState>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button
          kind="primary"
          disabled={hunts.isPending || latest?.state === 'running'}
          isBusy={starting.isBusy}
          onClick={() => starting.run()}
        >
          {t('startHunt')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Hunt({ hunt, cancel }: { hunt: RuleHunt; cancel: ReactNode }) {
  const { state, progress, read, by, createdAt, isCurrent } = hunt
  return (
    <Stack gap={3}>
      <Inline wrap>
        <Chip tone={toneOf[state]}>{t(`state.${state}`)}</Chip>
        <small>
          {by}, <TimeAgo isWithin at={createdAt} />
        </small>
      </Inline>
      {state === 'running' && (
        <Stack gap={1}>
          <Inline justify="between" wrap>
            <output>{t('huntRunning', { read: exactNumber(read), share: percent(progress) })}</output>
            {cancel}
          </Inline>
          <Box as="progress" wide value={progress} max={1} aria-label={t('huntProgress')} />
        </Stack>
      )}
      {!isCurrent && (
        <Card as="p" kind="note">
          {t('olderVersion')}
        </Card>
      )}
      <HuntResult hunt={hunt} />
    </Stack>
  )
}
