import { startTotp } from '@signet/contract/access/factors'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { lazy } from '../../api/lazy.ts'
import { refreshAccount } from '../../parts/account/account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { Skeleton } from '../../ui/feedback/data-state.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import type { TotpSecret } from './totp-steps.tsx'

/* What only a press on the button needs. */

const SetUpTotp = lazy(() => import('./totp-steps.tsx').then((module) => ({ default: module.SetUpTotp })))
const TotpCodes = lazy(() => import('./totp-steps.tsx').then((module) => ({ default: module.TotpCodes })))
const RemoveTotp = lazy(() => import('./totp-steps.tsx').then((module) => ({ default: module.RemoveTotp })))

/** One-time codes from an authenticator app: setup, recovery codes shown once, and removal. */
export function TotpSection({ email, isOn }: { email: string; isOn: boolean }) {
  const [factor, setFactor] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [isRemoving, setIsRemoving] = useState(false)

  const start = useAction(async () => setFactor(await call(startTotp, {})), {
    isInline: true,
    failed: (reason) => {
      void refreshAccount()
      return reason
    },
  })

  return (
    <FormSection
      title={t('authenticatorApp')}
      hint={t('authenticatorAppHint')}
      actions={<Chip tone={isOn ? 'good' : 'closed'}>{isOn ? t('on') : t('off')}</Chip>}
    >
      {codes.length > 0 ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <TotpCodes codes={codes} onDone={() => setCodes([])} />
        </Suspense>
      ) : factor ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <SetUpTotp
            factor={factor}
            onCancel={() => setFactor(null)}
            onDone={(recoveryCodes) => {
              setFactor(null)
              setCodes(recoveryCodes)
              void refreshAccount()
            }}
          />
        </Suspense>
      ) : (
        <Inline wrap>
          {isOn ? (
            <Button onClick={() => setIsRemoving(true)}>{t('removeAuthenticatorApp')}</Button>
          ) : (
            <Button isBusy={start.isBusy} onClick={start.run}>
              {t('setUpAuthenticatorApp')}
            </Button>
          )}
        </Inline>
      )}
      <FormProblem>{start.problem}</FormProblem>
      {isRemoving && (
        <Suspense>
          <RemoveTotp email={email} onClose={() => setIsRemoving(false)} />
        </Suspense>
      )}
    </FormSection>
  )
}
