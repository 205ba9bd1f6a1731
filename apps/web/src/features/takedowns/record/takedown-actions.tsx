import { takedownWord } from '@signet/contract/threats/case-words'
import { can } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import { authoriseTakedown } from '@signet/contract/takedowns/takedown-work'
import { takedownFlow, unsentTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { IconArrowRight, IconCheck, IconFileZip, IconNotes, IconRefresh, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { focusWriteBox } from '../../../parts/cases/focus-write-box.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { actionsOn, usePageActions } from '../../../ui/keys/page-actions.ts'
import { Inline } from '../../../ui/layout/parts.tsx'
import { nextStatuses } from './next-statuses.ts'
import type { TakedownStep } from './takedown-dialog.tsx'
import { useTakedownWork } from './use-takedown-work.ts'
import { t } from '../words.ts'

const TakedownDialog = lazy(() =>
  import('./takedown-dialog.tsx').then(({ TakedownDialog: dialog }) => ({ default: dialog })),
)
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** What this reader may do with the case in its present status. */
export function TakedownActions({ takedown }: { takedown: TakedownDetail }) {
  const { role } = useUser()
  const [openDialog, setOpenDialog] = useState<TakedownStep | null>(null)
  const work = useTakedownWork(takedown)
  const { status, version } = takedown
  const mayAsk = can(role, 'takedowns:request')
  const mayMove = can(role, 'takedowns:move')
  const next = nextStatuses(status)
  const isUnsent = isOneOf(unsentTakedownStatuses, status)
  const mayReopen = isOneOf(takedownFlow[status], 'reopened')

  const authorisation = useAction(async () => {
    work.keep(await call(authoriseTakedown, { ...work.to, body: { version } }))
    snackbar(t('takedownAuthorised', { called: takedownWord([takedown.source]) }))
  }, work.refusal)

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
      {openDialog ? (
        <Suspense fallback={null}>
          <TakedownDialog step={openDialog} takedown={takedown} onClose={() => setOpenDialog(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
