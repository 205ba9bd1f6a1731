import { keysIn } from '@signet/contract/narrow'
import { addAttempt, draftNotice, noticeLanguages, type NoticeLanguage } from '@signet/contract/takedowns/takedown-work'
import {
  attemptChannels,
  attemptWays,
  type AttemptChannel,
  type AttemptWay,
  type TakedownDetail,
} from '@signet/contract/takedowns/takedowns'
import { reportServices, type ReportServiceName } from '@signet/contract/takedowns/report-services'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { fileSize } from '../../format/file-size.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { toast } from '../../ui/feedback/toasts.ts'
import { AreaField, InputField, SelectField } from '../../ui/forms/field.tsx'
import { TickMany } from '../../ui/forms/tick-many.tsx'
import { TickOne } from '../../ui/forms/tick-one.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { valueName } from '../../words/named/name-of.ts'
import { ServiceFields } from './service-fields.tsx'
import { MissingRights } from './missing-rights.tsx'
import { NoticeReport } from './notice-report.tsx'
import { useTakedownWork } from './use-takedown-work.ts'
import { t } from './words.ts'

const channels = keysIn(attemptChannels)

/** What a new notice begins with. */
export interface NoticeStart {
  channel: AttemptChannel
  /** An email address, or the address of a form. */
  recipient: string
}

/** Writes a notice to a provider and sends it, or adds the task to fill in a provider's form. */
export function NoticeDialog({
  takedown,
  start,
  onClose,
}: {
  takedown: TakedownDetail
  start?: NoticeStart | undefined
  onClose: () => void
}) {
  const work = useTakedownWork(takedown)
  const isForm = /^https?:/.test(start?.recipient ?? '')
  const firstWay: AttemptWay = isForm ? 'form' : 'email'
  const form = useForm({
    initial: {
      way: firstWay as AttemptWay,
      channel: start?.channel ?? 'hosting',
      recipient: isForm ? '' : (start?.recipient ?? ''),
      link: isForm ? (start?.recipient ?? '') : '',
      language: 'en' as NoticeLanguage,
      // Null until somebody edits the text of the draft.
      subject: null as string | null,
      text: null as string | null,
      files: [] as string[],
      service: '' as ReportServiceName | '',
    },
    check: ({ way, recipient, service }) => ({
      recipient: way !== 'api' && recipient.trim() === '' && t(way === 'email' ? 'recipientMissing' : 'formMissing'),
      service: way === 'api' && service === '' && t('serviceMissing'),
    }),
    save: async ({ way, channel, recipient, link, files, service }) => {
      const body =
        way === 'email'
          ? { way, channel, recipient: recipient.trim(), subject, text, files }
          : way === 'api' && service !== ''
            ? { way, channel, recipient: reportServices[service].label, service, text, files: [] }
            : { way, channel, recipient, files: [], ...(link.trim() ? { link: link.trim() } : {}) }
      work.keep(await call(addAttempt, { ...work.to, body }))
      toast(t(way === 'form' ? 'formAdded' : draft.data?.sending === 'on' ? 'noticeQueued' : 'dryRunSaved'))
      onClose()
    },
  })
  const { way, channel, language } = form.values
  const draft = useQuery({
    queryKey: [work.company, 'takedown', takedown.id, 'noticeDraft', channel, language, way],
    queryFn: ({ signal }) =>
      call(draftNotice, { params: work.to.params, query: { ...work.to.query, channel, language, way }, signal }),
  })
  const subject = form.values.subject ?? draft.data?.subject ?? ''
  const text = form.values.text ?? draft.data?.text ?? ''
  const isOn = draft.data?.sending === 'on'
  return (
    <FormDialog
      form={form}
      title={t('writeNotice')}
      width={720}
      submitLabel={t(way === 'form' ? 'addForm' : isOn ? 'sendNotice' : 'saveDryRun')}
      isDisabled={!draft.data}
      onClose={onClose}
    >
      <TickOne
        label={t('way')}
        all={attemptWays}
        value={way}
        labelOf={(one) => t(`way.${one}`)}
        hintOf={(one) => t(`wayHint.${one}`)}
        onChange={(next) => form.set({ way: next })}
      />
      {way !== 'api' && (
        <SelectField
          label={t('channel')}
          all={channels}
          labelOf={(key) => valueName(attemptChannels[key])}
          {...form.field('channel')}
          onChange={(next) => form.set({ channel: next, text: null, subject: null })}
        />
      )}
      {way === 'form' ? (
        <>
          <InputField label={t('formName')} hint={t('formNameHint')} maxLength={200} {...form.field('recipient')} />
          <InputField label={t('formLink')} type="url" maxLength={2000} {...form.field('link')} />
        </>
      ) : way === 'api' ? (
        <DataState query={draft} what={t('theNotice')} loading={<Skeleton lines={8} />}>
          {(known) => (
            <ServiceFields
              known={known}
              service={{
                ...form.field('service'),
                onChange: (service) =>
                  form.set({ service, ...(service === '' ? {} : { channel: reportServices[service].channel }) }),
              }}
              text={{ ...form.field('text'), value: text }}
            />
          )}
        </DataState>
      ) : (
        <>
          <InputField
            label={t('recipient')}
            hint={t('recipientHint')}
            type="email"
            maxLength={200}
            {...form.field('recipient')}
          />
          <SelectField
            label={t('language')}
            all={noticeLanguages}
            labelOf={(one) => t(`language.${one}`)}
            {...form.field('language')}
            onChange={(next) => form.set({ language: next, text: null, subject: null })}
          />
          <DataState query={draft} what={t('theNotice')} loading={<Skeleton lines={8} />}>
            {(known) => (
              <>
                <MissingRights rights={known.missingRights} />
                <InputField label={t('subject')} maxLength={200} {...form.field('subject')} value={subject} />
                <AreaField label={t('text')} rows={14} maxLength={20_000} {...form.field('text')} value={text} />
                {known.files.length > 0 ? (
                  <TickMany
                    label={t('attachedFiles')}
                    isWide
                    all={known.files.map(({ id }) => id)}
                    labelOf={(id) => known.files.find((file) => file.id === id)?.name ?? id}
                    hintOf={(id) => fileSize(known.files.find((file) => file.id === id)?.size ?? 0)}
                    {...form.field('files')}
                    problem={form.problems.fields['files']}
                  />
                ) : null}
                <NoticeReport xarf={known.xarf} missing={known.xarfMissing} />
                <Text as="p" tone="quiet">
                  {t(`sending.${known.sending}`, { from: known.from ?? '' })}
                </Text>
              </>
            )}
          </DataState>
        </>
      )}
    </FormDialog>
  )
}
