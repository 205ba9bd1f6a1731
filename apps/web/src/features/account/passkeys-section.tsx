import { removePasskey, type Passkey } from '@signet/contract/access/factors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { dateOnly } from '../../format/time/date-time.ts'
import { timeAgo, withinSentence } from '../../format/time/time-ago.ts'
import { takesPasskeys } from '../../session/session-client.ts'
import { refreshAccount } from '../../parts/account/account.api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { makePasskey } from './make-passkey.ts'
import { passkeysQuery } from './account.api.ts'
import { FormDialog } from '../../ui/feedback/dialogs/form-dialog.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { useAction } from '../../ui/controls/use-action.ts'

/** Lists, adds and removes the passkeys of the user. */
export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const removal = useAction(
    async ({ id, name }: Passkey) => {
      await call(removePasskey, { params: { passkeyId: id } })
      snackbar(t('passkeyRemoved', { name }))
    },
    {
      settled: () => {
        setRemoved(null)
        void refreshAccount()
      },
    },
  )

  return (
    <FormSection
      title={t('passkeys')}
      hint={t('passkeysHint')}
      actions={takesPasskeys() && <Button onClick={() => setIsAdding(true)}>{t('addPasskey')}</Button>}
    >
      {!takesPasskeys() && (
        <Card as="p" kind="note" tone="quiet">
          {t('passkeysNeedHostName', {
            host: location.hostname,
          })}
        </Card>
      )}
      <DataState
        query={passkeys}
        what={t('passkeysToLoad')}
        loading={<Skeleton lines={2} />}
        isEmpty={(list) => list.length === 0}
        empty={
          <Text as="p" tone="quiet">
            {t('noPasskeys')}
          </Text>
        }
      >
        {(list) => (
          <ul className="ruled flush">
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
          title={t('removePasskeyTitle', { name: removed.name })}
          text={t('removePasskeyConsequence')}
          confirmLabel={t('remove')}
          isDangerous
          isBusy={removal.isBusy}
          onConfirm={() => removal.run(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </FormSection>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { name: '' },
    save: async ({ name }) => {
      if (!(await makePasskey(name.trim().slice(0, 100)))) return
      snackbar(t('passkeyAdded'))
      void refreshAccount()
      onClose()
    },
    explain: (error) =>
      error instanceof DOMException && error.name === 'InvalidStateError' ? t('passkeyExists') : errorText(error),
  })
  return (
    <FormDialog form={form} title={t('addPasskey')} submitLabel={t('continue')} onClose={onClose}>
      <TextField
        label={t('passkeyName')}
        hint={t('passkeyNameHint')}
        placeholder={t('passkeyNameExample')}
        {...form.field('name')}
      />
    </FormDialog>
  )
}
