import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Inline, Stack } from '../../../ui/layout/parts.tsx'
import { OpenTakedownField } from '../open-takedown-field.tsx'
import { t } from '../words.ts'
import css from './letter.module.css'
import type { ChosenTakedown } from '../open-takedown-field.tsx'

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
  takedown: ChosenTakedown
  preview: Preview | null
  isBusy: boolean
  onShow: () => void
}) {
  return (
    <Stack gap={2}>
      <Inline wrap align="end">
        <OpenTakedownField label={t('previewWith')} none={t('exampleCase')} field={takedown} />
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
