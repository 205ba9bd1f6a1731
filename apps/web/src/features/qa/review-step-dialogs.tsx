import { checkDays, usualCheckDays, type CheckDays } from '@signet/contract/review/qa'
import { useState } from 'react'
import type { Kind } from '@signet/contract/threats/sources'
import type { RemarkInput } from '@signet/contract/threats/threats'
import { shownTitle } from '../../format/names/shown-title.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialogs/dialog.tsx'
import { RemarkDialog } from '../../ui/feedback/dialogs/remark-dialog.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t, type Word } from './words.ts'
import { countText, type QaRecord } from './qa-kind.ts'
import { reviewedNameOf } from './review-steps.ts'
import type { PendingStep, StageStep } from './stage-actions.ts'
import { WhitelistDialog } from './whitelist-dialog.tsx'

const exampleCount = 3

interface StepDialogsProps<Step extends StageStep> {
  kind: Kind
  pendingStep: PendingStep<Step>
  /** The remark that the reviewer has already written. */
  note?: string | undefined
  onConfirm: (remark?: RemarkInput, everyDays?: CheckDays) => void
  onClose: () => void
}

const questions: Record<StageStep, { title: Word; button: Word }> = {
  publish: { title: 'publishWhat', button: 'publish' },
  whitelist: { title: 'whitelistWhat', button: 'whitelist' },
  watch: { title: 'moveWhatToTheWatchlist', button: 'moveToWatchlist' },
  unwatch: { title: 'returnWhatToTheQueue', button: 'returnToQueue' },
  requestDeletion: { title: 'deleteWhat', button: 'requestDeletion' },
  restore: { title: 'restoreWhat', button: 'restore' },
  recall: { title: 'recallWhat', button: 'recall' },
  recheck: { title: 'keepWatchingWhat', button: 'keepWatching' },
  approve: { title: 'approveDeletionOfWhat', button: 'approve' },
  reject: { title: 'rejectDeletionOfWhat', button: 'reject' },
}

/** Asks for the input that a step requires. */
export function StepDialogs<Step extends StageStep>({
  kind,
  pendingStep,
  note,
  onConfirm,
  onClose,
}: StepDialogsProps<Step>) {
  const companyName = useClientInfo()?.name ?? t('thisCompany')
  const { step, threats } = pendingStep
  if (step === 'requestDeletion') {
    return (
      <RemarkDialog
        title={
          threats.length > 1
            ? t('requestDeletionOfWhat', { what: countText(kind, threats.length) })
            : t('requestDeletionTitle')
        }
        subject={t('deletionSubject', {
          what: reviewedNameOf(kind, threats),
          company: companyName,
        })}
        confirmLabel={t('requestDeletion')}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    )
  }
  if (step === 'whitelist')
    return (
      <WhitelistDialog
        kind={kind}
        threats={threats}
        company={companyName}
        note={note}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    )
  if (step === 'recall') {
    const what = reviewedNameOf(kind, threats)
    const title = threats.length > 1 ? t('recallWhat', { what }) : t(kind === 'tout' ? 'recallTout' : 'recallThreat')
    const subject = { what, company: companyName }
    const changesAllowList = threats.some(({ whitelistedInReview }) => whitelistedInReview)
    const now = Date.now()
    // The client isn't notified of what a reviewer whitelisted.
    if (threats.every(({ announcedAt = '', ...row }) => row.whitelistedInReview || Date.parse(announcedAt) > now))
      return (
        <ConfirmDialog
          title={title}
          text={[t('recallQuietly', subject), ...(changesAllowList ? [t('recallFinal')] : [])].join(' ')}
          confirmLabel={t('recall')}
          onConfirm={() => onConfirm()}
          onClose={onClose}
        />
      )
    return (
      <RemarkDialog
        title={title}
        subject={`${t('recallSubject', subject)} ${t('recallFinal')}`}
        confirmLabel={t('recall')}
        onConfirm={onConfirm}
        onClose={onClose}
      />
    )
  }
  if (step === 'recheck') return <RecheckDialog kind={kind} threats={threats} onConfirm={onConfirm} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t(questions[step].title, { what: countText(kind, threats.length) })}
      text={[
        t('allBelongToCompany', { company: companyName }),
        ...(step === 'approve' ? [t(`approvedMove.${kind}`)] : []),
      ].join(' ')}
      examples={threats.slice(0, exampleCount).map(({ source, title }) => shownTitle(source, title))}
      moreCount={Math.max(0, threats.length - exampleCount)}
      confirmLabel={t(questions[step].button)}
      isDangerous={step === 'approve'}
      onConfirm={() => onConfirm()}
      onClose={onClose}
    />
  )
}

/** Confirms a check after which the record is still harmless, and asks when to check again. */
function RecheckDialog({
  kind,
  threats,
  onConfirm,
  onClose,
}: {
  kind: Kind
  threats: readonly QaRecord[]
  onConfirm: (remark: undefined, everyDays: CheckDays) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<CheckDays>(threats[0]?.everyDays ?? usualCheckDays)
  return (
    <Dialog title={t('keepOnWatchlist')} onClose={onClose}>
      <Text as="p" tone="quiet">
        {t('whenToCheckAgain', { what: reviewedNameOf(kind, threats) })}
      </Text>
      <Stack as="fieldset" gap={2}>
        <legend className="visually-hidden">{t('nextCheck')}</legend>
        {checkDays.map((days) => (
          <Inline key={days} as="label" least={40} pad="0 3" className="choice">
            <input type="radio" name="days" checked={chosen === days} onChange={() => setChosen(days)} />
            {t('inDays', { count: days })}
          </Inline>
        ))}
      </Stack>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button kind="primary" onClick={() => onConfirm(undefined, chosen)}>
          {t('keepWatching')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
