import { addRequest } from '@signet/contract/requests/requests'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { upload } from '../../api/upload.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { Button } from '../../ui/controls/button.tsx'
import { snackbar } from '../../ui/feedback/messages/toasts.ts'
import { AreaField, SelectField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Stack } from '../../ui/layout/parts.tsx'
import { sourceName } from '../../words/named/threats.ts'
import { FileFields } from './file-fields.tsx'
import { withoutKnown } from './known-lines.ts'
import { KnownThreats } from './known-threats.tsx'
import { ReportChoice, useKnownLines } from './report-choice.tsx'
import { accountsMentioned, subjectOf, wordsIn } from './request-draft.ts'
import { t } from './words.ts'

interface Draft {
  text: string
  /** Where accounts like `@name` are. */
  source: ThreatSource | ''
}

/**
 * Reports threats: whatever was found is pasted into one field, and the server finds addresses, accounts and numbers in it. A screenshot or
 * an email alone is a report, too.
 *
 * @param address of a page, which is filled in at first
 */
export function ReportForm({ company, address = '' }: { company: string; address?: string | undefined }) {
  const [files, setFiles] = useState<readonly File[]>([])
  const client = useQueryClient()
  const navigate = useNavigate()
  const info = useClientInfo()
  const send = async ({ text, source }: Draft) => {
    const subject = subjectOf(text, files)
    const fields = { company, kind: 'threat' as const, subject, text, source: source || undefined }
    const sent = await upload(addRequest, { params: undefined, query: { company }, fields, files })
    void client.invalidateQueries({ queryKey: [company, 'requests'] })
    snackbar(t('reportSent'))
    void navigate({ to: '/addRequest/$requestId', params: { requestId: sent.id } })
  }
  const form = useForm<Draft>({
    initial: { text: address, source: '' },
    check: ({ text }) => ({ text: text.trim() === '' && files.length === 0 && t('nothingToReport') }),
    save: async (draft) => {
      const known = await leftOut()
      if (known === null) return
      const text = withoutKnown(draft.text, known)
      if (text.trim() !== '' || files.length > 0) await send({ ...draft, text })
    },
  })
  const { text, source } = form.values
  const { lines, leftOut } = useKnownLines(text, source)
  return (
    <Stack as="form" {...form.props}>
      <FormSection title={t('addFoundThreats')} hint={t('addFoundThreatsHint')}>
        <AreaField
          label={t('whatDidYouFind')}
          hint={t('whatDidYouFindHint')}
          maxLength={5000}
          style={{ minHeight: 168 }}
          {...form.field('text')}
        />
        <KnownThreats lines={wordsIn(text)} />
        {accountsMentioned(text) ? (
          <SelectField
            label={t('sourceOfAccounts')}
            none={['', t('notSure')]}
            all={info?.threatSources ?? []}
            labelOf={sourceName}
            {...form.field('source')}
          />
        ) : null}
      </FormSection>
      <FileFields hint={t('filesAreRead')} files={files} onChange={setFiles} />
      <FormProblem>{form.problems.form}</FormProblem>
      <SaveBar>
        <ReportChoice lines={lines} fileCount={files.length} isBusy={form.isBusy} onReportAll={() => form.submit(send)}>
          <Button
            kind="primary"
            type="submit"
            icon={<IconSend size={16} stroke={1.7} aria-hidden="true" />}
            isBusy={form.isBusy}
          >
            {t('report')}
          </Button>
        </ReportChoice>
      </SaveBar>
    </Stack>
  )
}
