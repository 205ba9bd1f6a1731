import { revealLeak, type Leak } from '@signet/contract/leaks/leaks'
import type { PasskeyAssertion } from '@signet/contract/access/factors'
import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import { Suspense, useLayoutEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { lazy } from '../../api/lazy.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { Inline, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './leak-panel.module.css'
import { passwordWord } from './leak-words.ts'

const FactorDialog = lazy(() =>
  import('../../parts/account/factor-dialog.tsx').then(({ FactorDialog: dialog }) => ({ default: dialog })),
)

/** How long a password stays readable, in seconds. */
export const shownSeconds = 30
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** The password of a leak: masked by default, and readable for 30 seconds after the user confirms a second factor again. */
export function RevealPassword({ leak }: { leak: Leak }) {
  const company = useCompany()
  const mayReveal = useCan('leaks:reveal')
  const [isAsking, setIsAsking] = useState(false)
  // Never stored in the query cache, so that it is gone when this component unmounts.
  const [shown, setShown] = useState<string | null>(null)
  const [left, setLeft] = useState(0)

  // Before the browser paints, so that it listens for as long as the password can be seen.
  useLayoutEffect(() => {
    if (shown === null) return undefined
    const until = Date.now() + shownSeconds * 1000
    const timer = setInterval(() => {
      const seconds = Math.ceil((until - Date.now()) / 1000)
      setLeft(Math.max(0, seconds))
      if (seconds <= 0) setShown(null)
    }, 250)
    // The password is hidden as soon as the window is no longer visible.
    const onHide = () => document.hidden && setShown(null)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [shown])

  const reveal = async (factor: { totp: string } | { passkey: PasskeyAssertion }) => {
    const { password } = await call(revealLeak, { params: { leakId: leak.id }, query: { company }, body: factor })
    setLeft(shownSeconds)
    setShown(password)
    setIsAsking(false)
  }

  if (!leak.hasPassword) return <Text tone="faint">{t('none')}</Text>
  return (
    <Inline wrap>
      {shown === null ? (
        <>
          <span className="mono" data-password="masked">
            <span className="visually-hidden">{t('maskedPrefix')} </span>
            {leak.password}
          </span>
          {leak.passwordKind && <Text tone="faint">{passwordWord(leak.passwordKind, leak.hashedBy)}</Text>}
          {mayReveal && leak.canReveal && (
            <Button icon={<IconEye {...icon} />} onClick={() => setIsAsking(true)}>
              {t('showPassword')}
            </Button>
          )}
          {mayReveal && !leak.canReveal && (
            <Text as="p" size="meta" tone="faint" className={css.hint}>
              {t('passwordDeleted')}
            </Text>
          )}
        </>
      ) : (
        <>
          <Text as="output" pad="2 3" tone="plain" className={`${css.secret} mono`} data-password="shown">
            {shown}
          </Text>
          <IconButton label={t('copyPassword')} onClick={() => copyText(shown, t('password'))}>
            <IconCopy {...icon} />
          </IconButton>
          <Button icon={<IconEyeOff {...icon} />} onClick={() => setShown(null)}>
            {t('hidePassword')}
          </Button>
          <Text as="p" size="meta" tone="faint" num className={css.hint}>
            {t('passwordShownCount', { count: left })}
          </Text>
        </>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <FactorDialog
            title={t('showPasswordTitle')}
            text={t('showPasswordHint')}
            confirmLabel={t('showPassword')}
            onConfirm={reveal}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </Inline>
  )
}
