import { requestUpload } from '@signet/contract/requests/requests'
import { useId } from 'react'
import { ChosenFiles } from '../../parts/files/chosen-files.tsx'
import { Card, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** The files of a request that isn't sent yet. Their label and hint look like those of the fields above. */
export function FileFields({
  files,
  hint,
  onChange,
}: {
  files: readonly File[]
  hint?: string | undefined
  onChange: (files: readonly File[]) => void
}) {
  const labelId = useId()
  const hintId = useId()
  return (
    <Card as="div" pad="0 gutter 5">
      <Stack gap={1} role="group" aria-labelledby={labelId} aria-describedby={hint ? hintId : undefined}>
        <Text weight="medium" id={labelId}>
          {t('filesOptional')}
        </Text>
        <ChosenFiles files={files} rule={{ ...requestUpload, extensions: [t('fileKinds')] }} onChange={onChange} />
        {hint ? (
          <Text as="p" size="meta" tone="faint" id={hintId}>
            {hint}
          </Text>
        ) : null}
      </Stack>
    </Card>
  )
}
