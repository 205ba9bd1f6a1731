import { addApiKey, endApiKey, type ApiKey, type ApiKeyScope } from '@signet/contract/api-keys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { noProblems, problemAt, problemsOf, type Problems } from '../../api/field-problems.ts'
import { dateOnly } from '../../format/date-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DataState } from '../../ui/feedback/data-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Columns, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t, type Word } from './words.ts'
import { apiKeysQuery } from './onboarding.api.ts'
import { OnceShown } from './once-shown.tsx'
import css from './setup.module.css'

const scopeWords: Readonly<Record<ApiKeyScope, { label: Word; hint: Word }>> = {
  read: { label: 'read', hint: 'whatAClientWhoLooks' },
  ingest: { label: 'sendIn', hint: 'findingsOfTheCompanysOwn' },
}
const scopes = Object.keys(scopeWords) as ApiKeyScope[]

/** The keys a company's programs call the API with; each is shown once, when it is made. */
export function ApiKeys({ company }: { company: string }) {
  const client = useQueryClient()
  const keys = useQuery(apiKeysQuery(company))
  const readAgain = () => client.invalidateQueries({ queryKey: apiKeysQuery(company).queryKey })
  return (
    <FormSection title={t('apiKeys')} hint={t('forProgramsOfTheCompany')}>
      <DataState query={keys} what={t('apiKeys2')}>
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
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const end = async () => {
    setIsAsked(false)
    setIsBusy(true)
    try {
      await call(endApiKey, { params: { company, apiKeyId: apiKey.id } })
      snackbar(t('nameOpensNothingAnyMore', { name: apiKey.name }))
      await onEnded()
    } catch (error) {
      snackbar(problemsOf(error, []).form ?? '', { isFailure: true })
      setIsBusy(false)
    }
  }
  return (
    <li>
      <Stack as="span" gap={0} className={css.words}>
        {apiKey.name}
        <small>
          <span className="mono">{apiKey.start}…</span>{' '}
          {apiKey.scopes.map((scope) => t(scopeWords[scope].label)).join(', ')}
          {apiKey.expires ? `, ${t('untilDate', { date: dateOnly(apiKey.expires) })}` : ''}
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
        aria-label={`${t('takeBack')}: ${apiKey.name}`}
        isBusy={isBusy}
        onClick={() => setIsAsked(true)}
      >
        {t('takeBack')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('takeBackName', { name: apiKey.name })}
          text={t('programsThatUseThisKey')}
          confirmLabel={t('takeBack')}
          isDangerous
          onConfirm={() => void end()}
          onClose={() => setIsAsked(false)}
        />
      )}
    </li>
  )
}

function NewKey({ company, onMade }: { company: string; onMade: () => Promise<void> }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly ApiKeyScope[]>(['read'])
  const [expires, setExpires] = useState('')
  const [problems, setProblems] = useState<Problems>(noProblems)
  const [secret, setSecret] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const make = async () => {
    setIsBusy(true)
    try {
      const body = { name, scopes: [...chosen], ...(expires ? { expires } : {}) }
      const { key } = await call(addApiKey, { params: { company }, body })
      setSecret(key)
      setName('')
      setProblems(noProblems)
      await onMade()
    } catch (error) {
      setProblems(problemsOf(error, ['name', 'scopes', 'expires']))
    } finally {
      setIsBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setProblems({ fields: { name: t('enterAName') }, form: null })
    else if (chosen.length === 0) setProblems({ fields: { scopes: t('chooseAtLeastOne') }, form: null })
    else void make()
  }
  return (
    <form className={css.form} noValidate aria-label={t('newApiKey')} onSubmit={onSubmit}>
      {secret && <OnceShown what={t('apiKey')} secret={secret} />}
      <Columns>
        <Field label={t('nameOfTheKey')} problem={problemAt(problems, 'name')}>
          {(control) => (
            <input {...control} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label={t('worksUntil')} hint={t('emptyUntilItIsTaken')} problem={problemAt(problems, 'expires')}>
          {(control) => (
            <input {...control} type="date" value={expires} onChange={(event) => setExpires(event.target.value)} />
          )}
        </Field>
      </Columns>
      <TickGroup label={t('whatItMayDo')} problem={problemAt(problems, 'scopes')}>
        {scopes.map((scope) => (
          <Tick
            key={scope}
            label={t(scopeWords[scope].label)}
            hint={t(scopeWords[scope].hint)}
            isOn={chosen.includes(scope)}
            onChange={(isOn) => setChosen(scopes.filter((one) => (one === scope ? isOn : chosen.includes(one))))}
          />
        ))}
      </TickGroup>
      <FormProblem>{problems.form}</FormProblem>
      <Inline wrap>
        <Button type="submit" isBusy={isBusy}>
          {t('makeAKey')}
        </Button>
      </Inline>
    </form>
  )
}
