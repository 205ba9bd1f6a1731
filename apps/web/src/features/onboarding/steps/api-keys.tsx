import { addApiKey, endApiKey, type ApiKey, type ApiKeyScope } from '@signet/contract/access/api-keys'
import { keysIn } from '@signet/contract/narrow'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { dateOnly } from '../../../format/time/date-time.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { FormProblem, FormSection } from '../../../ui/forms/form-section.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Columns, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t, type Word } from '../words.ts'
import { apiKeysQuery } from '../onboarding.api.ts'
import { OnceShown } from './once-shown.tsx'
import css from '../setup.module.css'
import { useAction } from '../../../ui/controls/use-action.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { TickMany } from '../../../ui/forms/tick-many.tsx'

const scopeWords: Readonly<Record<ApiKeyScope, { label: Word; hint: Word }>> = {
  read: { label: 'read', hint: 'readScopeHint' },
  ingest: { label: 'submitScope', hint: 'ingestScopeHint' },
  feeds: { label: 'feedsScope', hint: 'feedsScopeHint' },
  mail: { label: 'mailScope', hint: 'mailScopeHint' },
}
const scopes = keysIn(scopeWords)

/** The API keys for a company's programs. Each key is shown once, when it is created. */
export function ApiKeys({ company }: { company: string }) {
  const client = useQueryClient()
  const keys = useQuery(apiKeysQuery(company))
  const readAgain = () => client.invalidateQueries({ queryKey: apiKeysQuery(company).queryKey })
  return (
    <FormSection title={t('apiKeys')} hint={t('apiKeysHint')}>
      <DataState query={keys} what={t('apiKeysToLoad')}>
        {(all) =>
          all.length > 0 && (
            <Stack as="ul" gap={0} className={`${css.lines} ruled`}>
              {all.map((key) => (
                <Key key={key.id} company={company} apiKey={key} onEnded={readAgain} />
              ))}
            </Stack>
          )
        }
      </DataState>
      <NewKey company={company} onMade={readAgain} />
    </FormSection>
  )
}

function Key({ company, apiKey, onEnded }: { company: string; apiKey: ApiKey; onEnded: () => Promise<void> }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, run } = useAction(async () => {
    setIsConfirming(false)
    await call(endApiKey, { params: { company, apiKeyId: apiKey.id } })
    snackbar(t('apiKeyRevoked', { name: apiKey.name }))
    await onEnded()
  })
  return (
    <li>
      <Stack as="span" gap={0} basis={200}>
        {apiKey.name}
        <small>
          <span className="mono">{apiKey.start}…</span>{' '}
          {apiKey.scopes.map((scope) => t(scopeWords[scope].label)).join(', ')}
          {apiKey.expires ? `, ${t('keyExpires', { date: dateOnly(apiKey.expires) })}` : ''}
        </small>
      </Stack>
      <Text as="small" tone="quiet">
        {apiKey.lastUsedAt ? (
          <>
            {t('lastUsed')} <TimeAgo isWithin at={apiKey.lastUsedAt} />
          </>
        ) : (
          t('neverUsed')
        )}
      </Text>
      <Button
        kind="danger"
        aria-label={`${t('revoke')}: ${apiKey.name}`}
        isBusy={isBusy}
        onClick={() => setIsConfirming(true)}
      >
        {t('revoke')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('revokeTitle', { name: apiKey.name })}
          text={t('revokeConsequence')}
          confirmLabel={t('revoke')}
          isDangerous
          onConfirm={run}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </li>
  )
}

function NewKey({ company, onMade }: { company: string; onMade: () => Promise<void> }) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<{ name: string; scopes: ApiKeyScope[]; expires: string }>({
    initial: { name: '', scopes: ['read'], expires: '' },
    check: ({ name, scopes: chosen }) => ({
      name: name.trim() === '' && t('nameRequired'),
      scopes: chosen.length === 0 && t('selectAtLeastOne'),
    }),
    save: async ({ expires, ...words }) => {
      const body = { ...words, ...(expires ? { expires } : {}) }
      setSecret((await call(addApiKey, { params: { company }, body })).key)
      form.set({ name: '' })
      await onMade()
    },
  })
  return (
    <Stack as="form" {...form.props} aria-label={t('newApiKey')}>
      {secret && <OnceShown what={t('apiKey')} secret={secret} />}
      <Columns>
        <InputField label={t('keyName')} maxLength={100} {...form.field('name')} />
        <InputField label={t('expires')} hint={t('expiryHint')} type="date" {...form.field('expires')} />
      </Columns>
      <TickMany
        label={t('permissions')}
        all={scopes}
        labelOf={(scope) => t(scopeWords[scope].label)}
        hintOf={(scope) => t(scopeWords[scope].hint)}
        {...form.field('scopes')}
      />
      <FormProblem>{form.problems.form}</FormProblem>
      <Inline wrap>
        <Button type="submit" isBusy={form.isBusy}>
          {t('createApiKey')}
        </Button>
      </Inline>
    </Stack>
  )
}
