import {
  changeNoticeLetter,
  getNoticeLetter,
  letterMax,
  previewNoticeLetter,
  type NoticeLetter,
  type NoticeLetterDetail,
} from '@signet/contract/takedowns/notice-letters'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Dialog, DialogActions } from '../../../ui/feedback/dialogs/dialog.tsx'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { AreaField, InputField } from '../../../ui/forms/field.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { letterName } from './letter-name.ts'
import { LetterPlaceholders } from './letter-placeholders.tsx'
import { LetterPreview, type Preview } from './letter-preview.tsx'

interface LetterDialogProps {
  letter: NoticeLetter
  onSaved: () => Promise<void>
  onClose: () => void
}

/** Changes a letter, with its placeholders and a preview. */
export function LetterDialog(props: LetterDialogProps) {
  const company = useCompany()
  const { kind, channel, language } = props.letter
  const letter = useQuery({
    queryKey: [company, 'notice-letters', kind, channel, language],
    queryFn: ({ signal }) => call(getNoticeLetter, { params: { kind, channel, language }, query: { company }, signal }),
    // What is being edited stays as it was read.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (letter.data) return <LetterForm {...props} detail={letter.data} />
  return (
    <Dialog title={letterName(props.letter)} width={760} onClose={props.onClose}>
      <DataState query={letter} what={t('theLetter')} loading={<Skeleton lines={10} />}>
        {() => null}
      </DataState>
      <DialogActions>
        <Button onClick={props.onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

interface Values {
  subject: string
  text: string
  takedownId: string
  /** That was read. */
  version: number
}

function LetterForm({ detail, onSaved, onClose }: LetterDialogProps & { detail: NoticeLetterDetail }) {
  const company = useCompany()
  const area = useRef<HTMLTextAreaElement>(null)
  const [preview, setPreview] = useState<(Preview & { of: Values }) | null>(null)
  const { kind, channel, language, builtIn, placeholders } = detail
  const to = { params: { kind, channel, language }, query: { company } }
  const hasSubject = builtIn.subject !== null
  const writtenOf = ({ subject, text }: Values) => ({ text, ...(hasSubject ? { subject } : {}) })
  const form = useForm<Values>({
    initial: () => ({ subject: detail.subject ?? '', text: detail.text, takedownId: '', version: detail.version }),
    fields: ['subject', 'text', 'takedownId'],
    check: ({ subject, text }) => ({
      subject: hasSubject && subject.trim() === '' && t('letterSubjectMissing'),
      text: text.trim() === '' && t('letterTextMissing'),
    }),
    save: async (values) => {
      await call(changeNoticeLetter, { ...to, body: { ...writtenOf(values), version: values.version } })
      await onSaved()
      toast(t('saved'))
      onClose()
    },
  })
  const showPreview = () =>
    form.submit(async (values) => {
      const { takedownId } = values
      const body = { ...writtenOf(values), ...(takedownId === '' ? {} : { takedownId }) }
      setPreview({ of: values, ...(await call(previewNoticeLetter, { ...to, body })) })
    })
  const insert = (name: string) => {
    const { text } = form.values
    const { selectionStart: from, selectionEnd: end } = area.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    }
    form.set({ text: `${text.slice(0, from)}{${name}}${text.slice(end)}` })
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from + name.length + 2, from + name.length + 2)
    })
  }
  return (
    <FormDialog form={form} title={letterName(detail)} width={760} submitLabel={t('saveLetter')} onClose={onClose}>
      {hasSubject ? (
        <InputField label={t('subject')} maxLength={letterMax.subject} {...form.field('subject')} />
      ) : (
        <Text as="p" tone="quiet">
          {t('letterAnswers')}
        </Text>
      )}
      <AreaField
        ref={area}
        label={t('text')}
        hint={t('letterTextHint')}
        rows={14}
        maxLength={letterMax.text}
        {...form.field('text')}
      />
      <LetterPlaceholders placeholders={placeholders} onInsert={insert} />
      <LetterPreview
        takedown={form.field('takedownId')}
        // An edited letter has no preview yet.
        preview={preview?.of === form.values ? preview : null}
        isBusy={form.isBusy}
        onShow={showPreview}
      />
    </FormDialog>
  )
}
