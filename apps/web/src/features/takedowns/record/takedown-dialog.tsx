import { takedownWord } from '@signet/contract/threats/case-words'
import { moveTakedown, reopenTakedown } from '@signet/contract/takedowns/takedown-work'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { decideTout } from '@signet/contract/touts/touts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { MoveDialog } from '../../../parts/cases/move-dialog.tsx'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useAction } from '../../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { takedownStatusName } from '../../../words/named/cases.ts'
import { nextStatuses } from './next-statuses.ts'
import { subjectQuery } from '../takedowns.api.ts'
import { useTakedownWork } from './use-takedown-work.ts'
import { t } from '../words.ts'

interface DialogProps {
  takedown: TakedownDetail
  /** The case and its company. */
  about: string
  onClose: () => void
}

/** A step on a case that is asked about first. */
export type TakedownStep = 'move' | 'reopen' | 'withdraw'
const dialogs = { move: Move, reopen: Reopen, withdraw: Withdraw }

/** Asks for what a step needs; loaded when it is opened. */
export function TakedownDialog({ step, ...props }: Omit<DialogProps, 'about'> & { step: TakedownStep }) {
  const key = useCompany()
  const company = useClientInfo()?.name ?? key
  const { source, title } = props.takedown
  const Dialog = dialogs[step]
  return <Dialog {...props} about={t('titleForCompany', { title: shownTitle(source, title), company })} />
}

function Move({ takedown, about, onClose }: DialogProps) {
  const work = useTakedownWork(takedown)
  const [providerCaseNumber, setProviderCaseNumber] = useState(takedown.reference ?? '')
  const isChanged = providerCaseNumber.trim() !== (takedown.reference ?? '')
  return (
    <MoveDialog
      title={t('nextStep')}
      text={about}
      choices={nextStatuses(takedown.status).map((value) => ({ value, label: takedownStatusName(value) }))}
      noteLabel={t('timelineNote')}
      noteHint={t('timelineNoteHint')}
      confirmLabel={t('updateStatus')}
      onMove={async (status, note) => {
        const body = {
          status,
          version: takedown.version,
          note,
          ...(isChanged ? { reference: providerCaseNumber } : {}),
        }
        work.keep(await call(moveTakedown, { ...work.to, body }))
        snackbar(t('statusChanged', { status: takedownStatusName(status) }))
      }}
      onClose={onClose}
    >
      <InputField
        label={t('providerCaseNumberOptional')}
        maxLength={200}
        value={providerCaseNumber}
        onChange={setProviderCaseNumber}
      />
    </MoveDialog>
  )
}

function Reopen({ takedown, about, onClose }: DialogProps) {
  const work = useTakedownWork(takedown)
  return (
    <MoveDialog
      title={t('reopenQuestion', { called: takedownWord([takedown.source]) })}
      text={about}
      choices={[{ value: 'reopened', label: t('reopened') }]}
      noteLabel={t('reason')}
      isNoteRequired
      confirmLabel={t('reopen')}
      onMove={async (_, reason = '') => {
        work.keep(await call(reopenTakedown, { ...work.to, body: { reason, version: takedown.version } }))
        snackbar(t('takedownReopened', { called: takedownWord([takedown.source]) }))
      }}
      onClose={onClose}
    />
  )
}

/** Undoes the decision on the threat, which withdraws the case. */
function Withdraw({ takedown, about, onClose }: DialogProps) {
  const work = useTakedownWork(takedown)
  const client = useQueryClient()
  const { isBusy, run } = useAction(
    async () => {
      const { version } = await client.fetchQuery({ ...subjectQuery(work.company, takedown), staleTime: 0 })
      const { source, threatId, kind } = takedown
      const query = { company: work.company }
      const body = { action: 'reopen', version } as const
      if (kind === 'tout') {
        await call(decideTout, { params: { source, toutId: threatId }, query, body })
      } else await call(decideThreat, { params: { source, threatId }, query, body })
      work.reload()
      snackbar(t('takedownWithdrawn', { called: takedownWord([takedown.source]) }))
    },
    {
      ...work.refusal,
      failed: (reason, error) => {
        if (error instanceof ApiError && error.code === 'CONFLICT') work.reload()
        return work.refusal.failed(reason)
      },
      settled: onClose,
    },
  )
  return (
    <ConfirmDialog
      title={t('withdrawQuestion', { called: takedownWord([takedown.source]) })}
      text={`${about}. ${t('withdrawConsequence')}`}
      confirmLabel={t('withdraw')}
      isBusy={isBusy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
