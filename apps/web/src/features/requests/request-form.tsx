import { addRequest, requestKinds, requestUpload, type RequestKind } from '@signet/contract/requests'
import { severities, type Severity } from '@signet/contract/severities'
import { type AnySource } from '@signet/contract/sources'
import { IconSend, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { focusFirstProblem, noProblems, problemAt, problemsOf, withoutEdited } from '../../api/field-problems.ts'
import { upload } from '../../api/upload.ts'
import { fileSize } from '../../format/file-size.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCan } from '../../session/use-session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Columns, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './add-request-page.module.css'
import { KnownThreats } from './known-threats.tsx'
import { kindWord } from './request-words.ts'
import {
  addressesMax,
  addressesOf,
  emptyDraft,
  isWorthKeeping,
  keepDraft,
  readDraft,
  searchOf,
  type RequestDraft,
} from './request-draft.ts'
import { valueName } from '../../words/named/name-of.ts'
import { sourceName } from '../../words/named/threats.ts'

const known = ['kind', 'subject', 'text', 'links', 'source', 'severity'] as const

/** What is wrong before anything is sent, by field. */
function problemsIn({ subject, text, addresses }: RequestDraft): Record<string, string> {
  const { links, wrong } = addressesOf(addresses)
  return {
    ...(subject.trim() === '' ? { subject: t('sayInAFewWords') } : {}),
    ...(text.trim() === '' ? { text: t('sayWhatYouHaveSeen') } : {}),
    ...(wrong.length > 0 ? { links: t('notAnAddressWords', { words: wrong.join(', ') }) } : {}),
    ...(links.length > addressesMax ? { links: t('nAddressesAtMost', { n: addressesMax }) } : {}),
  }
}

/** The form; what is typed is kept on this machine until it is sent. */
export function RequestForm({ company }: { company: string }) {
  const [draft, setDraft] = useState(() => readDraft(company))
  const [files, setFiles] = useState<readonly File[]>([])
  const [problems, setProblems] = useState(noProblems)
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const info = useClientInfo()
  const isStaff = useCan('requests:move')
  const isAboutThing = draft.kind === 'threat' || draft.kind === 'takedown' || draft.kind === 'analysis'
  const isKept = isWorthKeeping(draft)
  useEffect(() => keepDraft(company, isWorthKeeping(draft) ? draft : null), [company, draft])

  const change = (changes: Partial<RequestDraft>) => setDraft((old) => ({ ...old, ...changes }))
  const discard = () => {
    setDraft(emptyDraft)
    setFiles([])
    setProblems(noProblems)
  }
  const sources = [...(info?.threatSources ?? []), ...(info?.modules.touts ? (info?.toutSources ?? []) : [])]

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemsIn(draft)
    if (Object.keys(found).length > 0) {
      setProblems({ fields: found, form: null })
      focusFirstProblem(form.current)
      return
    }
    setIsBusy(true)
    const { kind, subject, text, source, severity, addresses } = draft
    try {
      const sent = await upload(addRequest, {
        params: undefined,
        query: { company },
        fields: {
          company,
          kind,
          subject,
          text,
          links: addressesOf(addresses).links,
          source: (isAboutThing && source) || undefined,
          severity: (isAboutThing && severity) || undefined,
        },
        files,
      })
      keepDraft(company, null)
      discard()
      void client.invalidateQueries({ queryKey: [company, 'requests'] })
      snackbar(isStaff ? t('requestWrittenDown') : t('requestSentYouAreTold'))
      void navigate({ to: '/addRequest/$requestId', params: { requestId: sent.id } })
    } catch (error) {
      setProblems(problemsOf(error, known))
      setIsBusy(false)
      focusFirstProblem(form.current)
    }
  }

  return (
    <Stack
      ref={form}
      as="form"
      onSubmit={(event) => void send(event)}
      onChange={({ target }) => setProblems((old) => withoutEdited(old, target))}
      noValidate
    >
      <FormSection
        title={isStaff ? t('writeDownARequest') : t('whatDoYouNeed')}
        hint={isStaff ? t('inTheNameOfCompany', { company: info?.name ?? company }) : undefined}
      >
        <TickGroup label={t('kind')}>
          {requestKinds.map((kind: RequestKind) => (
            <Tick
              key={kind}
              type="radio"
              name="request-kind"
              label={kindWord(kind, isStaff)}
              isOn={draft.kind === kind}
              onChange={() => change({ kind })}
            />
          ))}
        </TickGroup>
        <Field
          label={t('inAFewWords')}
          hint={isAboutThing ? t('nameProfileOrTitleE') : undefined}
          problem={problemAt(problems, 'subject')}
        >
          {(control) => (
            <input
              {...control}
              maxLength={200}
              value={draft.subject}
              onChange={(event) => change({ subject: event.target.value })}
            />
          )}
        </Field>
        {isAboutThing ? (
          <>
            <Field
              label={t('addressesOneALineOptional')}
              hint={t('withOrWithoutHttpsDefanged')}
              problem={problemAt(problems, 'links')}
            >
              {(control) => (
                <textarea
                  {...control}
                  className="mono"
                  spellCheck={false}
                  style={{ minHeight: 72 }}
                  value={draft.addresses}
                  onChange={(event) => change({ addresses: event.target.value })}
                />
              )}
            </Field>
            <KnownThreats search={searchOf(draft)} />
            <Columns gap={3}>
              <Field label={t('whereOptional')} problem={problemAt(problems, 'source')}>
                {(control) => (
                  <select
                    {...control}
                    value={draft.source}
                    onChange={(event) => change({ source: event.target.value as AnySource | '' })}
                  >
                    <option value="">{t('notSure')}</option>
                    {[...new Set(sources)].map((source) => (
                      <option key={source} value={source}>
                        {sourceName(source as AnySource)}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <Field label={t('howBadIsItOptional')} problem={problemAt(problems, 'severity')}>
                {(control) => (
                  <select
                    {...control}
                    value={draft.severity}
                    onChange={(event) => change({ severity: event.target.value as Severity | '' })}
                  >
                    <option value="">{t('notSure')}</option>
                    {severities.map((severity) => (
                      <option key={severity} value={severity}>
                        {valueName(severity)}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            </Columns>
          </>
        ) : null}
        <Field label={isStaff ? t('whatHappened') : t('whatHappenedAndWhatDo')} problem={problemAt(problems, 'text')}>
          {(control) => (
            <textarea
              {...control}
              maxLength={5000}
              value={draft.text}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
      </FormSection>
      <FormSection title={t('filesOptional')}>
        {files.length > 0 ? (
          <Stack as="ul" gap={1} className={css.chosen} aria-label={t('chosenFiles')}>
            {files.map((file) => (
              <Inline as="li" key={`${file.name} ${file.size} ${file.lastModified}`}>
                <span>
                  {file.name}{' '}
                  <Text as="small" tone="faint">
                    {fileSize(file.size)}
                  </Text>
                </span>
                <IconButton
                  label={t('removeName', { name: file.name })}
                  onClick={() => setFiles(files.filter((other) => other !== file))}
                >
                  <IconX size={16} stroke={1.7} aria-hidden="true" />
                </IconButton>
              </Inline>
            ))}
          </Stack>
        ) : null}
        <FileDrop
          label={t('addFiles')}
          rule={requestUpload}
          taken={files.length}
          onFiles={(chosen) => setFiles([...files, ...chosen])}
        />
      </FormSection>
      <FormProblem>{problems.form}</FormProblem>
      <SaveBar>
        <Inline gap={3} justify="end" wrap grow>
          {isKept ? (
            <Text size="meta" tone="faint">
              {t('draftKeptOnThisDevice')}
            </Text>
          ) : null}
          {isKept ? <Button onClick={discard}>{t('discard')}</Button> : null}
          <Button
            kind="primary"
            type="submit"
            icon={<IconSend size={16} stroke={1.7} aria-hidden="true" />}
            isBusy={isBusy}
          >
            {isStaff ? t('writeItDown') : t('sendRequest')}
          </Button>
        </Inline>
      </SaveBar>
    </Stack>
  )
}
