import type { NoticeLetterDetail } from '@signet/contract/takedowns/notice-letters'
import { Button } from '../../../ui/controls/button.tsx'
import { SimpleTable } from '../../../ui/grid/simple-table.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

type Placeholder = NoticeLetterDetail['placeholders'][number]

/** What a letter can name, each with its value in the example case. */
export function LetterPlaceholders({
  placeholders,
  onInsert,
}: {
  placeholders: readonly Placeholder[]
  onInsert: (name: string) => void
}) {
  return (
    <details>
      <summary>{t('placeholders')}</summary>
      <Stack gap={2} above={2}>
        <Text as="p" tone="quiet">
          {t('placeholdersHint')}
        </Text>
        <SimpleTable
          label={t('placeholders')}
          rows={placeholders}
          idOf={({ name }) => name}
          maxHeightPx={360}
          isCards
          columns={[
            {
              key: 'name',
              label: t('placeholder'),
              render: ({ name }) => (
                <Button kind="quiet" aria-label={t('insertPlaceholder', { name })} onClick={() => onInsert(name)}>
                  <code>{`{${name}}`}</code>
                </Button>
              ),
            },
            { key: 'meaning', label: t('meaning'), wraps: true, render: meaningOf },
            {
              key: 'example',
              label: t('example'),
              wraps: true,
              render: ({ example }) => <Text kept>{example}</Text>,
            },
          ]}
        />
      </Stack>
    </details>
  )
}

const meaningOf = ({ name, isOptional, requiredIn: [required] }: Placeholder) => (
  <span>
    {t(`placeholder.${name}`)}
    {required ? <Text tone="quiet"> ({t(`requiredIn.${required}`)})</Text> : null}
    {isOptional ? <Text tone="quiet"> ({t('notInEveryCase')})</Text> : null}
  </span>
)
