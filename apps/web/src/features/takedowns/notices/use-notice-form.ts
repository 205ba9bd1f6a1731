import { addAttempt, draftNotice, type NoticeDraft } from '@signet/contract/takedowns/takedown-work'
import type { AttemptChannel, AttemptWay, NoticeLanguage } from '@signet/contract/takedowns/attempts'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { abuseReportServices, type AbuseReportServiceName } from '@signet/contract/takedowns/abuse-report-services'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { useTakedownWork } from '../record/use-takedown-work.ts'
import { t } from '../words.ts'

/** The button that saves a notice, and what happened then. */
const outcomes = {
  form: { submit: 'addForm', saved: 'formAdded' },
  on: { submit: 'sendNotice', saved: 'noticeQueued' },
  secondPerson: { submit: 'saveNotice', saved: 'noticeSaved' },
  off: { submit: 'saveDryRun', saved: 'dryRunSaved' },
  noServer: { submit: 'saveDryRun', saved: 'dryRunSaved' },
} as const satisfies Record<NoticeDraft['sending'] | 'form', { submit: string; saved: string }>

/** What a new notice begins with. */
export interface NoticeStart {
  channel: AttemptChannel
  /** An email address, or the address of a form. */
  recipient: string
}

interface NoticeValues {
  way: AttemptWay
  channel: AttemptChannel
  recipient: string
  link: string
  language: NoticeLanguage
  /** Null until somebody edits the text of the draft. */
  subject: string | null
  text: string | null
  files: string[]
  service: AbuseReportServiceName | ''
}

/** The fields of a new notice: the address of a form is its link, anything else is the recipient of an email. */
export function firstValues({
  channel = 'hosting',
  recipient = '',
  language = 'en',
}: Partial<NoticeStart> & { language?: NoticeLanguage | undefined } = {}): NoticeValues {
  const isForm = /^https?:/.test(recipient)
  return {
    way: isForm ? 'form' : 'email',
    channel,
    recipient: isForm ? '' : recipient,
    link: isForm ? recipient : '',
    language,
    subject: null,
    text: null,
    files: [],
    service: '',
  }
}

/** The language of the last notice of a case. */
const languageOf = ({ attempts }: TakedownDetail) => attempts.findLast(({ language }) => language)?.language

/** The attempt that the fields describe: each way sends only its own, an email or report the text that is shown. */
export function attemptOf(values: NoticeValues, { subject, text }: { subject: string; text: string }) {
  const { way, channel, recipient, link, language, files, service } = values
  if (way === 'email') return { way, channel, recipient: recipient.trim(), language, subject, text, files }
  if (way === 'api' && service !== '')
    return { way, channel, recipient: abuseReportServices[service].label, language, service, text, files: [] }
  return { way, channel, recipient, files: [], ...(link.trim() ? { link: link.trim() } : {}) }
}

/** The form of a new notice, and its draft in the chosen channel and language, which an edited subject and text replace. */
export function useNoticeForm(takedown: TakedownDetail, start: NoticeStart | undefined, onClose: () => void) {
  const work = useTakedownWork(takedown)
  const form = useForm({
    initial: firstValues({ ...start, language: languageOf(takedown) }),
    check: ({ way, recipient, service }) => ({
      recipient: way !== 'api' && recipient.trim() === '' && t(way === 'email' ? 'recipientMissing' : 'formMissing'),
      service: way === 'api' && service === '' && t('serviceMissing'),
    }),
    save: async (values) => {
      work.keep(await call(addAttempt, { ...work.to, body: attemptOf(values, { subject, text }) }))
      toast(t(outcome.saved))
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
  const outcome = outcomes[way === 'form' ? 'form' : (draft.data?.sending ?? 'off')]
  return { form, draft, subject, text, outcome }
}

/** The form of a notice with its draft, and the text that is shown. */
export type NoticeForm = ReturnType<typeof useNoticeForm>
