import { attemptChannelNames, attemptChannels, attemptWays, noticeLanguages } from '@signet/contract/takedowns/attempts'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { fileSize } from '../../../format/numbers/file-size.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { AreaField, InputField, SelectField } from '../../../ui/forms/field.tsx'
import { TickMany } from '../../../ui/forms/tick-many.tsx'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import { Text } from '../../../ui/layout/parts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { MissingRights } from './missing-rights.tsx'
import { NoticeAbuseReport } from './notice-abuse-report.tsx'
import { ServiceFields } from './service-fields.tsx'
import { useNoticeForm, type NoticeForm, type NoticeStart } from './use-notice-form.ts'
import { t } from '../words.ts'

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
  const notice = useNoticeForm(takedown, start, onClose)
  const { form, draft, outcome } = notice
  const { way } = form.values
  return (
    <FormDialog
      form={form}
      title={t('writeNotice')}
      width={720}
      submitLabel={t(outcome.submit)}
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
          all={attemptChannelNames}
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
        <ServiceFields {...notice} />
      ) : (
        <EmailFields {...notice} />
      )}
    </FormDialog>
  )
}

/** An email: who it goes to, its language, subject and text, and the files that it carries. */
function EmailFields({ form, draft, subject, text }: NoticeForm) {
  return (
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
            <NoticeAbuseReport xarf={known.xarf} missing={known.xarfMissing} />
            <Text as="p" tone="quiet">
              {t('evidenceAttached')}
            </Text>
            <Text as="p" tone="quiet">
              {t(`sending.${known.sending}`, { from: known.from ?? '' })}
            </Text>
          </>
        )}
      </DataState>
    </>
  )
}
