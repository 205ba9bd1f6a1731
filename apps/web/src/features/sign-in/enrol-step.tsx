import { takesPasskeys } from '../../session/session-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CodeList } from '../../parts/account/code-list.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { QrCode } from '../../parts/account/qr-code.tsx'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { Rich } from '../../ui/text/rich.tsx'
import { t } from './words.ts'
import css from './sign-in.module.css'
import { AuthFailure } from './auth-card.tsx'
import { useEnrolment, type Enrolment } from './use-enrolment.ts'

/**
 * Enrolment of users who must have a second factor: a passkey where the browser takes one, otherwise or on request the secret of an
 * authenticator app and its first code; then the recovery codes.
 */
export function EnrolStep({ onBack, ...enrolment }: Enrolment & { onBack: () => void }) {
  const { place, view, failure, secret, form, passkey, recoveryCodes, chooseApp, choosePasskey } =
    useEnrolment(enrolment)
  return (
    <div ref={place}>
      <AuthFailure text={failure} />
      {view === 'codes' && <SavedCodes codes={recoveryCodes} onDone={enrolment.onDone} />}
      {view === 'passkey' && (
        <>
          <Text as="p" tone="quiet" below={4}>
            {t('newPasskeyHint')}
          </Text>
          <Stack gap={2} className={css.ways}>
            <Button kind="primary" data-first isBusy={passkey.isBusy} onClick={passkey.run}>
              {t('createPasskey')}
            </Button>
            <Button disabled={passkey.isBusy} onClick={chooseApp}>
              {t('useAuthenticatorApp')}
            </Button>
            <Button kind="quiet" disabled={passkey.isBusy} onClick={onBack}>
              {t('backToSignIn')}
            </Button>
          </Stack>
        </>
      )}
      {view === 'app' && (
        <>
          {secret && <AppSecret {...secret} />}
          {secret && (
            <Stack as="form" {...form.props}>
              <TextField
                size="large"
                label={t('firstCode')}
                name="totp"
                inputMode="numeric"
                autoComplete="one-time-code"
                {...form.field('totp')}
              />
              <Button type="submit" kind="primary" isBusy={form.isBusy} className={css.submit}>
                {form.isBusy ? t('checking') : t('confirmAndSignIn')}
              </Button>
            </Stack>
          )}
          <Stack gap={2} above={3} className={css.ways}>
            {takesPasskeys() ? (
              <Button kind="quiet" onClick={choosePasskey}>
                {t('usePasskey')}
              </Button>
            ) : null}
            <Button kind="quiet" onClick={onBack}>
              {t('backToSignIn')}
            </Button>
          </Stack>
        </>
      )}
    </div>
  )
}

/** The recovery codes, which are shown once. */
function SavedCodes({ codes, onDone }: { codes: string[]; onDone: () => Promise<void> }) {
  return (
    <>
      <Text as="p" tone="quiet" below={4}>
        {t('recoveryCodesHint')}
      </Text>
      <CodeList label={t('recoveryCodes')} codes={codes} fileName="signet-recovery-codes.txt" />
      <Stack gap={2} above={3} className={css.ways}>
        <Button kind="primary" data-first onClick={() => void onDone()}>
          {t('codesSaved')}
        </Button>
      </Stack>
    </>
  )
}

/** What an authenticator app needs: as a link, a picture, or text to copy. */
function AppSecret({ uri, secret }: { uri: string; secret: string }) {
  return (
    <>
      <Text as="p" tone="quiet" below={4}>
        <Rich text={(values) => t('setupHint', values)} values={{ open: <a href={uri}>{t('openInApp')}</a> }} />
      </Text>
      <Stack gap={3} align="center" below={4}>
        <QrCode text={uri} label={t('setupQrCode')} />
        <Text as="p" wide pad={3} size="mono" centred className={`mono ${css.secret} framed`}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Text>
      </Stack>
    </>
  )
}
