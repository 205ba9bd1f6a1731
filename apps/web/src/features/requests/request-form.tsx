import { isOneOf } from '@signet/contract/narrow'
import { addRequest, requestKinds, type RequestKind } from '@signet/contract/requests/requests'
import { severities } from '@signet/contract/threats/severities'
import { everySourceName } from '@signet/contract/threats/sources'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { problemAt } from '../../api/field-problems.ts'
import { upload } from '../../api/upload.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { Columns, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { FileFields } from './file-fields.tsx'
import { KnownThreats } from './known-threats.tsx'
import { ReportChoice, useKnownLines } from './report-choice.tsx'
import { kindChoice } from './request-words.ts'
import {
  addressesMax,
  emptyDraft,
  isAboutThing,
  isWorthKeeping,
  keepDraft,
  readDraft,
  withAddress,
  wordsToSearch,
  type RequestDraft,
} from './request-draft.ts'
import { addressesOf } from '../../url/addresses-of.ts'
import { valueName } from '../../words/named/name-of.ts'
import { sourceName } from '../../words/named/threats.ts'
import { AreaField, InputField, SelectField } from '../../ui/forms/field.tsx'
import { useForm, type Form } from '../../ui/forms/use-form.ts'
import { TickOne } from '../../ui/forms/tick-one.tsx'

const known = ['kind', 'subject', 'text', 'links', 'source', 'severity'] as const

/** The problems by field, checked before anything is sent. */
function problemsIn({ kind, subject, text, addresses }: RequestDraft, files: readonly File[]) {
  const { links, wrong } = addressesOf(addresses)
  // What was found can be in a file or a link alone.
  const isShown = kind === 'threat' && (files.length > 0 || links.length > 0)
  return {
    subject: subject.trim() === '' && t('subjectMissing'),
    text: text.trim() === '' && !isShown && t('descriptionMissing'),
    links:
      links.length > addressesMax
        ? t('tooManyUrls', { n: addressesMax })
        : wrong.length > 0 && t('notUrls', { words: wrong.join(', ') }),
  }
}

const kindsElsewhere = requestKinds.filter((kind) => kind !== 'threat')

/** An older draft may report a threat where that is no longer done here. */
const draftOf = (values: RequestDraft, kinds: readonly RequestKind[]): RequestDraft =>
  kinds.includes(values.kind)
    ? values
    : { ...values, kind: values.addresses.trim() === '' ? emptyDraft.kind : 'takedown' }

/**
 * The form. Its input is stored in this browser until it is sent.
 *
 * @param address of a page, which is added to the input at first
 */
export function RequestForm({ company, address }: { company: string; address?: string | undefined }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const client = useQueryClient()
  const navigate = useNavigate()
  const info = useClientInfo()
  const companyName = info?.name ?? company
  const isReportedElsewhere = info?.config.addThreats ?? false
  const kinds = isReportedElsewhere ? kindsElsewhere : requestKinds
  const isStaff = useCan('requests:move')
  const send = async (values: RequestDraft, links = addressesOf(values.addresses).links) => {
    const sending = draftOf(values, kinds)
    const { kind, subject, text, source, severity } = sending
    const sent = await upload(addRequest, {
      params: undefined,
      query: { company },
      fields: {
        company,
        kind,
        subject,
        text,
        links,
        source: (isAboutThing(sending) && source) || undefined,
        severity: (isAboutThing(sending) && severity) || undefined,
      },
      files,
    })
    keepDraft(company, null)
    discard()
    void client.invalidateQueries({ queryKey: [company, 'requests'] })
    snackbar(isStaff ? t('requestCreated') : t('requestSent'))
    void navigate({ to: '/addRequest/$requestId', params: { requestId: sent.id } })
  }
  const form = useForm<RequestDraft>({
    initial: () => withAddress(readDraft(company), address),
    fields: known,
    check: (values) => problemsIn(draftOf(values, kinds), files),
    save: async (values) => {
      const knownLinks = await leftOut()
      if (knownLinks === null) return
      const links = addressesOf(values.addresses).links.filter((link) => !knownLinks.has(link))
      // Enter sends nothing that is known as a whole.
      if (knownLinks.size === 0 || links.length > 0 || files.length > 0) await send(values, links)
    },
  })
  const draft = draftOf(form.values, kinds)
  // A takedown or an analysis is requested of what is known.
  const reported = draft.kind === 'threat' ? addressesOf(draft.addresses).links.join('\n') : ''
  const { lines, leftOut } = useKnownLines(reported, '')
  const isKept = isWorthKeeping(draft)
  useEffect(() => keepDraft(company, isWorthKeeping(draft) ? draft : null), [company, draft])
  const discard = () => {
    form.reset(emptyDraft)
    setFiles([])
  }

  return (
    <Stack as="form" {...form.props}>
      <FormSection
        title={isStaff ? t('newRequest') : t('whatDoYouNeed')}
        hint={
          isStaff || isReportedElsewhere ? (
            <>
              {isStaff ? t('onBehalfOfHint', { company: companyName }) : null}{' '}
              {isReportedElsewhere ? (
                <>
                  {t('foundThreat')} <Link to="/addThreats">{t('goToAddThreats')}</Link>
                </>
              ) : null}
            </>
          ) : undefined
        }
      >
        <TickOne
          label={t('kind')}
          isPaired
          all={kinds}
          labelOf={(kind) => kindChoice(kind, isStaff)}
          {...form.field('kind')}
          value={draft.kind}
        />
        <InputField
          label={t('subject')}
          hint={isAboutThing(draft) ? t('subjectHint') : undefined}
          maxLength={200}
          {...form.field('subject')}
        />
        {isAboutThing(draft) ? <ThingFields form={form} /> : null}
        <AreaField
          label={isStaff ? t('descriptionByStaff') : t('descriptionByClient')}
          maxLength={5000}
          // The form of clients then fits on a usual screen with its files.
          style={isStaff ? undefined : { minHeight: 84 }}
          {...form.field('text')}
        />
      </FormSection>
      <FileFields hint={draft.kind === 'threat' ? t('filesAreRead') : undefined} files={files} onChange={setFiles} />
      <FormProblem>{form.problems.form}</FormProblem>
      <SaveBar>
        <ReportChoice
          lines={lines}
          fileCount={files.length}
          isBusy={form.isBusy}
          onReportAll={() => form.submit((values) => send(values))}
        >
          <Button
            kind="primary"
            type="submit"
            icon={<IconSend size={16} stroke={1.7} aria-hidden="true" />}
            isBusy={form.isBusy}
          >
            {isStaff ? t('createRequest') : t('sendRequest')}
          </Button>
        </ReportChoice>
        {isKept ? (
          <>
            <Button onClick={discard}>{t('discard')}</Button>
            <Text size="meta" tone="faint">
              {t('draftSaved')}
            </Text>
          </>
        ) : null}
      </SaveBar>
    </Stack>
  )
}

/** Source and severity of the threat, and similar threats of the company. */
function ThingFields({ form }: { form: Form<RequestDraft> }) {
  const info = useClientInfo()
  const sources = new Set([...(info?.threatSources ?? []), ...(info?.modules.touts ? (info?.toutSources ?? []) : [])])
  return (
    <>
      <AreaField
        label={t('urlsOptional')}
        hint={t('urlsHint')}
        className="mono"
        spellCheck={false}
        style={{ minHeight: 72 }}
        {...form.field('addresses')}
        problem={problemAt(form.problems, 'links')}
      />
      <KnownThreats lines={wordsToSearch(form.values)} />
      <Columns gap={3}>
        <SelectField
          label={t('sourceOptional')}
          none={['', t('notSure')]}
          all={[...sources].filter((name) => isOneOf(everySourceName, name))}
          labelOf={sourceName}
          {...form.field('source')}
        />
        <SelectField
          label={t('severityOptional')}
          none={['', t('notSure')]}
          all={severities}
          labelOf={(severity) => valueName(severity)}
          {...form.field('severity')}
        />
      </Columns>
    </>
  )
}
