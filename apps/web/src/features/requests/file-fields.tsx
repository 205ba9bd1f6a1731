import { requestUpload } from '@signet/contract/requests/requests'
import { IconX } from '@tabler/icons-react'
import { fileSize } from '../../format/numbers/file-size.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import css from './add-request-page.module.css'

/** The files of a request that isn't sent yet. */
export function FileFields({
  files,
  hint,
  onChange,
}: {
  files: readonly File[]
  hint?: string | undefined
  onChange: (files: readonly File[]) => void
}) {
  return (
    <FormSection title={t('filesOptional')} hint={hint}>
      {files.length > 0 ? (
        <Stack as="ul" gap={1} className={css.chosen} aria-label={t('selectedFiles')}>
          {files.map((file) => (
            <Inline as="li" key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>
                {file.name}{' '}
                <Text as="small" tone="faint">
                  {fileSize(file.size)}
                </Text>
              </span>
              <IconButton
                label={t('removeName', { name: file.name })}
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                <IconX size={16} stroke={1.7} aria-hidden="true" />
              </IconButton>
            </Inline>
          ))}
        </Stack>
      ) : null}
      <FileDrop
        label={t('addFiles')}
        rule={requestUpload}
        taken={files.length}
        onFiles={(chosen) => onChange([...files, ...chosen])}
      />
    </FormSection>
  )
}
