import { can } from '@signet/contract/permissions'
import { authoriseTakedown, moveTakedown, reopenTakedown } from '@signet/contract/takedown-work'
import {
  takedownFlow,
  unsentTakedownStatuses,
  type TakedownDetail,
  type TakedownStatus,
} from '@signet/contract/takedowns'
import { decideThreat } from '@signet/contract/threats'
import { decideTout } from '@signet/contract/touts'
import { IconArrowRight, IconCheck, IconFileZip, IconNotes, IconRefresh, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useUser } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { MoveDialog } from '../../parts/cases/move-dialog.tsx'
import { actionsOn, usePageActions } from '../../ui/keys/page-actions.ts'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { focusWriteBox } from '../../parts/cases/write-box.tsx'
import { Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { subjectQuery } from './takedowns.api.ts'
import { useTakedownWork } from './use-takedown-work.ts'
import { takedownStatusName } from '../../words/named/cases.ts'
import { useAction, type ActionOptions } from '../../ui/controls/use-action.ts'
import { InputField } from '../../ui/forms/field.tsx'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The statuses staff can move a case to; reopening needs a reason and has its own button. */
export function nextStatuses(status: TakedownStatus): TakedownStatus[] {
  return (takedownFlow[status] as readonly TakedownStatus[]).filter((next) => next !== 'reopened')
}

/** What this reader may do with the case in its present status. */
export function TakedownActions({ takedown }: { takedown: TakedownDetail }) {
  const { role } = useUser()
  const [openDialog, setOpenDialog] = useState<'move' | 'reopen' | 'withdraw' | null>(null)
  const work = useTakedownWork(takedown)
  const company = useClientInfo()?.name ?? work.company
  const { status, version } = takedown
  const mayAsk = can(role, 'takedowns:request')
  const mayMove = can(role, 'takedowns:move')
  const next = nextStatuses(status)
  const about = t('titleForCompany', { title: shownTitle(takedown.source, takedown.title), company })
  const isUnsent = (unsentTakedownStatuses as readonly TakedownStatus[]).includes(status)
  const mayReopen = (takedownFlow[status] as readonly TakedownStatus[]).includes('reopened')

  const refusal = {
    failed: (reason: string) => t('takedownNotUpdated', { reason }),
    messageAction: { label: t('reload'), run: work.reload },
  }
  const authorisation = useAction(async () => {
    work.keep(await call(authoriseTakedown, { ...work.to, body: { version } }))
    snackbar(t('takedownAuthorised'))
  }, refusal)

  const actions = [
    { label: t('addNote'), sign: IconNotes, run: focusWriteBox, is: mayAsk, shortcut: 'N' },
    { label: t('withdraw'), sign: IconX, run: () => setOpenDialog('withdraw'), is: mayAsk && isUnsent },
    { label: t('reopen'), sign: IconRefresh, run: () => setOpenDialog('reopen'), is: mayAsk && mayReopen },
    {
      label: t('authorise'),
      sign: IconCheck,
      run: authorisation.run,
      is: mayAsk && !mayMove && status === 'awaiting_authorisation',
      isFirst: true,
    },
    {
      label: t('nextStep'),
      sign: IconArrowRight,
      run: () => setOpenDialog('move'),
      is: mayMove && next.length > 0,
      isFirst: true,
    },
  ].filter(({ is }) => is)
  usePageActions(() =>
    actionsOn(
      actions.map(({ label, sign: Sign, run }) => ({ label, icon: <Sign {...icon} />, run })),
      0,
      shownTitle(takedown.source, takedown.title),
    ),
  )

  return (
    <>
      <Inline
        as="a"
        justify="center"
        is-inline
        weight="medium"
        tone="plain"
        className="choice control"
        href={takedown.packHref}
        download=""
        title={t('evidencePackHint')}
      >
        <IconFileZip {...icon} />
        {t('evidencePack')}
      </Inline>
      {actions.map(({ label, sign: Sign, run, isFirst = false, shortcut }) => (
        <Button
          key={label}
          kind={isFirst ? 'primary' : 'plain'}
          icon={<Sign {...icon} />}
          {...(shortcut ? { shortcut } : {})}
          isBusy={isFirst && authorisation.isBusy}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {openDialog === 'move' ? (
        <Move takedown={takedown} about={about} next={next} onClose={() => setOpenDialog(null)} />
      ) : null}
      {openDialog === 'reopen' ? (
        <MoveDialog
          title={t('reopenQuestion')}
          text={about}
          choices={[{ value: 'reopened', label: t('reopened') }]}
          noteLabel={t('reason')}
          isNoteRequired
          confirmLabel={t('reopen')}
          onMove={async (_, reason = '') => {
            work.keep(await call(reopenTakedown, { ...work.to, body: { reason, version } }))
            snackbar(t('takedownReopened'))
          }}
          onClose={() => setOpenDialog(null)}
        />
      ) : null}
      {openDialog === 'withdraw' ? (
        <Withdraw takedown={takedown} about={about} refusal={refusal} onClose={() => setOpenDialog(null)} />
      ) : null}
    </>
  )
}

interface DialogProps {
  takedown: TakedownDetail
  about: string
  onClose: () => void
}

function Move({ takedown, about, next, onClose }: DialogProps & { next: readonly TakedownStatus[] }) {
  const work = useTakedownWork(takedown)
  const [reference, setReference] = useState(takedown.reference ?? '')
  const isChanged = reference.trim() !== (takedown.reference ?? '')
  return (
    <MoveDialog
      title={t('nextStep')}
      text={about}
      choices={next.map((value) => ({ value, label: takedownStatusName(value) }))}
      noteLabel={t('timelineNote')}
      confirmLabel={t('updateStatus')}
      onMove={async (status, note) => {
        const body = { status, version: takedown.version, note, ...(isChanged ? { reference } : {}) }
        work.keep(await call(moveTakedown, { ...work.to, body }))
        snackbar(t('statusChanged', { status: takedownStatusName(status) }))
      }}
      onClose={onClose}
    >
      <InputField label={t('providerCaseNumber')} maxLength={200} value={reference} onChange={setReference} />
    </MoveDialog>
  )
}

/** Takes the decision on the threat back, and the case with it: the same as Undo. */
function Withdraw({ takedown, about, refusal, onClose }: DialogProps & { refusal: ActionOptions }) {
  const work = useTakedownWork(takedown)
  const client = useQueryClient()
  const { isBusy, run } = useAction(
    async () => {
      const { version } = await client.fetchQuery({ ...subjectQuery(work.company, takedown), staleTime: 0 })
      const { source, threatId, kind } = takedown
      const query = { company: work.company }
      const body = { action: 'reopen', version } as const
      if (kind === 'tout') {
        await call(decideTout, { params: { source, toutId: threatId } as never, query, body })
      } else await call(decideThreat, { params: { source, threatId } as never, query, body })
      work.reload()
      snackbar(t('takedownWithdrawn'))
    },
    {
      ...refusal,
      failed: (reason, error) => {
        if (error instanceof ApiError && error.code === 'CONFLICT') work.reload()
        return refusal.failed?.(reason, error)
      },
      settled: onClose,
    },
  )
  return (
    <ConfirmDialog
      title={t('withdrawQuestion')}
      text={`${about}. ${t('withdrawConsequence')}`}
      confirmLabel={t('withdraw')}
      isBusy={isBusy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
