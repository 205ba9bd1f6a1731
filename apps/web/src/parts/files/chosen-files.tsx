import { IconX } from '@tabler/icons-react'
import { fileSize } from '../../format/numbers/file-size.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { FileDrop, type FileRule } from '../../ui/forms/file-drop.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** Files that are sent later, with a form: those selected so far, and a button for more. */
export function ChosenFiles({
  files,
  rule,
  onChange,
}: {
  files: readonly File[]
  rule: FileRule
  onChange: (files: readonly File[]) => void
}) {
  return (
    <>
      {files.length > 0 ? (
        <Stack as="ul" gap={1} aria-label={t('selectedFiles')}>
          {files.map((file) => (
            <Inline as="li" key={`${file.name} ${file.size} ${file.lastModified}`}>
              <Text grow>
                {file.name}{' '}
                <Text as="small" tone="faint">
                  {fileSize(file.size)}
                </Text>
              </Text>
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
        rule={rule}
        taken={files.length}
        onFiles={(chosen) => onChange([...files, ...chosen])}
      />
    </>
  )
}
