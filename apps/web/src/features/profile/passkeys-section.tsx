import { removePasskey, type Passkey } from '@signet/contract/factors'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { dateOnly } from '../../format/date-time.ts'
import { timeAgo, withinSentence } from '../../format/time-ago.ts'
import { takesPasskeys } from '../../session/session-client.ts'
import { refreshAccount } from '../../parts/account/account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { makePasskey } from './make-passkey.ts'
import css from './profile.module.css'
import { passkeysQuery } from './profile.api.ts'

/** The passkeys of the user: list, add, remove. */
export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const remove = async ({ id, name }: Passkey) => {
    setIsBusy(true)
    try {
      await call(removePasskey, { params: { passkeyId: id } })
      snackbar(t('passkeyNameIsRemoved', { name }))
    } catch (error) {
      snackbar(errorText(error), { isFailure: true })
    }
    setIsBusy(false)
    setRemoved(null)
    void refreshAccount()
  }

  return (
    <FormSection
      title={t('passkeys')}
      hint={t('passkeySignsYou')}
      actions={takesPasskeys() && <Button onClick={() => setIsAdding(true)}>{t('addAPasskey')}</Button>}
    >
      {!takesPasskeys() && (
        <Card as="p" kind="note" tone="quiet">
          {t('passkeysBelongToAHost', {
            host: location.hostname,
          })}
        </Card>
      )}
      <DataState
        query={passkeys}
        what={t('yourPasskeys')}
        loading={<Skeleton lines={2} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className={css.quiet}>{t('youHaveNoPasskeyYet')}</p>}
      >
        {(list) => (
          <ul className={`${css.rows} ruled`}>
            {list.map((passkey) => (
              <li key={passkey.id}>
                <Stack as="span" gap={0} grow>
                  <Text as="strong" weight="medium">
                    {passkey.name}
                  </Text>
                  <small>
                    {t('addedDay', { day: dateOnly(passkey.createdAt) })}
                    {' · '}
                    {passkey.lastUsedAt
                      ? t('lastUsedAgo', { ago: withinSentence(timeAgo(passkey.lastUsedAt, new Date())) })
                      : t('neverUsed')}
                  </small>
                </Stack>
                <Button
                  kind="quiet"
                  aria-label={t('removeName', { name: passkey.name })}
                  onClick={() => setRemoved(passkey)}
                >
                  {t('remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </DataState>
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
      {removed && (
        <ConfirmDialog
          title={t('removeThePasskeyName', { name: removed.name })}
          text={t('itNoLongerSignsYou')}
          confirmLabel={t('remove')}
          isDangerous
          isBusy={isBusy}
          onConfirm={() => void remove(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </FormSection>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setFailure(null)
    try {
      if (await makePasskey(name.trim().slice(0, 100))) {
        snackbar(t('passkeyIsAdded'))
        void refreshAccount()
        onClose()
      }
    } catch (error) {
      const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
      setFailure(isKnown ? t('thisDeviceHasAPasskey') : errorText(error))
    }
    setIsBusy(false)
  }
  return (
    <Dialog title={t('addAPasskey')} onClose={onClose}>
      <Stack as="form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('whatYouCallIt')}
          hint={t('forExampleTheDevice')}
          placeholder={t('laptop')}
          value={name}
          onChange={setName}
        />
        <FormProblem>{failure}</FormProblem>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('continue')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
