import { useQuery } from '@tanstack/react-query'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Card, Inline, Stack } from '../../../ui/layout/parts.tsx'
import { openTakedownsQuery } from '../takedowns.api.ts'
import { t } from '../words.ts'
import css from './letter.module.css'

/** A letter as it would be sent. */
export interface Preview {
  subject: string
  text: string
}

/** Fills the unsaved letter with an open case of the company, or with an example. */
export function LetterPreview({
  takedown,
  preview,
  isBusy,
  onShow,
}: {
  takedown: { value: string; problem: string | undefined; onChange: (takedownId: string) => void }
  preview: Preview | null
  isBusy: boolean
  onShow: () => void
}) {
  const company = useCompany()
  const takedowns = useQuery(openTakedownsQuery(company))
  return (
    <Stack gap={2}>
      <Inline wrap align="end">
        <DataState query={takedowns} what={t('theList')}>
          {({ items }) => (
            <SelectField
              label={t('previewWith')}
              all={['', ...items.map(({ id }) => id)]}
              labelOf={(id) => items.find((one) => one.id === id)?.title ?? t('exampleCase')}
              {...takedown}
            />
          )}
        </DataState>
        <Button isBusy={isBusy} onClick={onShow}>
          {t('showPreview')}
        </Button>
      </Inline>
      <div role="status">
        {preview ? (
          <Card kind="note" gap={2} aria-label={t('preview')}>
            <Facts>
              <Fact label={t('subject')}>{preview.subject}</Fact>
            </Facts>
            <pre className={css.preview}>{preview.text}</pre>
          </Card>
        ) : null}
      </div>
    </Stack>
  )
}
