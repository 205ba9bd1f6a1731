import type { TipStatus } from '@signet/contract/collection/tips'
import { useState } from 'react'
import { dateTime } from '../../format/time/date-time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { askStatus } from './tips.api.ts'
import { t } from './words.ts'

/** What became of a report, for anyone who has its code. */
export function TipStatusCard({ company }: { company: string }) {
  const [status, setStatus] = useState<TipStatus | null>(null)
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' && t('codeMissing') }),
    save: async ({ code }) => {
      setStatus(null)
      setStatus(await askStatus(company, code))
    },
  })
  return (
    <Stack as="form" {...form.props} aria-label={t('checkReport')}>
      <FormSection title={t('checkReport')} hint={t('checkReportHint')}>
        <TextField label={t('code')} className="mono" maxLength={100} {...form.field('code')} />
        <FormProblem>{form.problems.form}</FormProblem>
        <Inline>
          <Button type="submit" isBusy={form.isBusy}>
            {t('check')}
          </Button>
        </Inline>
        <div role="status">
          {status ? (
            <Card kind="note" gap={1}>
              <Text as="p" weight="medium">
                {t(`progress.${status.progress}`)}
              </Text>
              <p>{t(`progressHint.${status.progress}`)}</p>
              <Text as="p" size="meta" tone="quiet">
                {t('receivedAt', { at: dateTime(status.receivedAt) })}
              </Text>
            </Card>
          ) : null}
        </div>
      </FormSection>
    </Stack>
  )
}
